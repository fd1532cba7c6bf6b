"""Keys to the TARDIS, a race across a grid of doors."""

META = {
    "slug": "keys",
    "title": "Keys to the TARDIS",
    "rules_number": 1,
    "shape": 1,
    "seats": (2, 4),
}
