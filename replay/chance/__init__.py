"""Sources of randomness and of time: the dice roller in `tower`, other sources in `random_source`, and the `clock`.

Results that were typed or recorded are read in `projections/notation`. Nothing here knows a session or a store.
"""
