"""How the commands of `cloisterbell` are called; imports nothing of what they do, so that help is there at once."""
