"""Pictures: what the drawings of all games are made of.

`svg` builds elements, `text_width` measures and breaks texts, `palette` holds font and inks, `board` what all boards
share (the document, the ground, the ring of a change), `chart` draws lines over turns, `spots` finds where things lie
on a finished drawing and sets numbers beside them.

What a game draws is not here but in the game's own `board`; nothing here knows a position.
"""
