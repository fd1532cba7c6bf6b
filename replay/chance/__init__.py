"""The sources of chance and of time: the dice `tower`, the others in `random_source`, and the `clock`.

Chance that is only told again, as it was typed or recorded, is not here but in `projections/notation`; nothing here
knows a session or a store.
"""
