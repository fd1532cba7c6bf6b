"""The board of Keys to the TARDIS as a picture and as text, with its charts.

No rule is reckoned here.
"""
