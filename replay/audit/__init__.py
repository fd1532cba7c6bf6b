"""Audits, which check a log against the rules.

`audit` walks a log once and reports; `chain` checks digests, receipts and seals, `signatures` signed heads,
`witnesses` heads that were posted, `log_shape` how a log opens and what belongs to a line, `redecide` decides each
group again; `roots` tells which findings only follow from an earlier one, `log_roots` which from a line of the log that
is not right; `readings` are the doubts of the rulebook that a move hangs on, `rollers` what is missing among the
receipts of rollers elsewhere; `health` looks at what is kept and asks of no move whether it was legal; `findings` are
what is reported, `many` puts the audits of many sessions into one report.

Nothing here writes.
"""
