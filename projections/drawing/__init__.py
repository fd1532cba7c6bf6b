"""Drawing tools that the boards of all games share.

- `svg`: building of SVG elements
- `text_width`: width of texts, and breaking of lines
- `palette`: font and colours
- `board`: panels and the document made of them, the background, and rings around changes
- `chart`: line charts over turns
- `spots`: positions of parts on a finished drawing, and numbers next to them

The boards themselves are in each game's own `board` folder. This package does not know positions.
"""
