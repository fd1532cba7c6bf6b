"""The board, as a picture and in words: `draw`."""
