"""The board of Risk: The Dalek Invasion of Earth as a picture and as text, with its charts.

No rule is reckoned here.
"""
