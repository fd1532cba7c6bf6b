"""What the commands of `cloisterbell` do: a module for each, named as its first command.

`webui.usage.commands` says how each is called.
"""
