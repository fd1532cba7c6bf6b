"""The board of Time of the Daleks as a picture and as text, with its charts.

No rule is reckoned here.
"""
