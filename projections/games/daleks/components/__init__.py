"""What lies in the box of Time of the Daleks: its parts as data, their grammar and their loader.

No position and no rule is known here.
"""
