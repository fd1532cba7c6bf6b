"""The board of the Collectible Card Game as a picture and as text, with its charts.

No rule is reckoned here.
"""
