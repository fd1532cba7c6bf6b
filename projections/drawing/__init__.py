"""Pictures: SVG elements, the palette, the width of texts, charts.

What a game draws stands in the game; nothing here knows a position.
"""
