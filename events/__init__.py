"""The event log: what lines say, how they are stored, and how what is hidden is sealed.

`events` holds the five kinds of events and the chance that all games share, `session_events` how a session is run,
`entry` a line as stored and as read, `codec` what lies between the two, `seal` how hidden values are sealed,
`signature` how a head is signed, `errors` an error for each cause, `digits` what is read as a number. Stores stand in
`store`.

No game, no position and no page is known here.
"""
