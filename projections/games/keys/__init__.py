"""Keys to the TARDIS: cross the grid of doors before the other Doctors do."""

META = {
    "slug": "keys",
    "title": "Keys to the TARDIS",
    "rules_number": 1,
    "shape": 1,
    "seats": (2, 4),
}
