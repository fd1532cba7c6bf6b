"""The commands of `cloisterbell`: a module for each, named as its first command; `webui.cli.COMMANDS` is the index."""
