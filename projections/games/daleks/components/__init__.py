"""The contents of the `box` of Time of the Daleks, as data.

`box_grammar` validates the rows of a box file, `data_files` reads one, `printed_costs` finds printed costs. Nothing
here depends on a position or a rule.
"""
