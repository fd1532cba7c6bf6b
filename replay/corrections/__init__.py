"""What puts a session right, with nothing edited.

`takeback` goes back to an earlier line. `correction` decides moves anew and all later ones again: `plan` says what
becomes of each, `replayed_chance` uses what fell, `renumbering` keeps things what they are, `written_changes` reads a
correction as people write it; `remedies` compares the ways out of one move. `proposals` are takebacks that wait for the
consent of others, `moderation` sets values and skips turns, `ruling` holds rulings and disputes, `settlement` settles
one without a judge, `triage` says what people make of a finding, `branch` leaves the record for a what-if,
and `begin_branch` does so with the settings of the session.

Who must agree is not said here but in `live/consent`; posts are read elsewhere.
"""
