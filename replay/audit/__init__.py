"""Audits: checks of a recorded log against the rules. Nothing here writes.

- `audit` audits one session. `many` combines the audits of many sessions. `health` checks stored data, not moves.
- `findings` defines findings and reports.
- `log_checks` checks digests, receipts, seals, the opening and the fields of entries. `heads` checks signed heads
  and posted checkpoints.
- `redecide` decides each group again. `readings` tries other readings of unclear rules.
- `roots` and `log_roots` separate root causes from consequences.
- `rollers` checks the receipts of external dice rollers. `unread` checks a log whose game is not installed.
"""
