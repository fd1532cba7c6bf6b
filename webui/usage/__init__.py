"""How the commands of `cloisterbell` are called: `commands` is the index, `options` are those that several take.

Nothing of what they do is imported here, so that help is there at once.
"""
