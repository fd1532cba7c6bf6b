"""What lies in the `box` of Time of the Daleks, as data.

`box_grammar` says what a box file may say, `data_files` reads one, `printed_costs` finds what is printed as a cost.

No position and no rule is known here.
"""
