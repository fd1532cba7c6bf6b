"""The Doctor Who Collectible Card Game of 1996: make the opponent lose the last Time card."""

META = {
    "slug": "ccg",
    "title": "Doctor Who: The Collectible Card Game",
    "rules_number": 2,
    "shape": 2,
    "seats": (2, 2),
    "data": {"cards": "data/cards.toml"},
}
