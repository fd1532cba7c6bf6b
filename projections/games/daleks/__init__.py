"""Doctor Who: Time of the Daleks. Doctors race the Daleks to Gallifrey and win Adventures with pools of dice."""

META = {
    "slug": "daleks",
    "title": "Doctor Who: Time of the Daleks",
    "rules_number": 1,
    "shape": 1,
    "seats": (1, 4),
    "data": {"box": "data/box.toml", "expansion": "data/expansion.toml"},
}
