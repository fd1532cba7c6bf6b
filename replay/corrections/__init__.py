"""Takebacks, corrections, rulings and what-ifs. They only add entries; no entry of the log is edited.

- `takeback` goes back to an earlier entry, at once or with the consent of other players.
- `correction` changes moves and decides all later moves again. `plan` describes the result and `plan_text` says it
  in words. `replayed_chance` reuses recorded chance, and `renumbering` keeps the identity of numbered things.
- `written_changes` parses the text of a correction. `remedies` compares the options for one wrong move.
- `moderation` sets values, skips turns and assesses findings. `ruling` holds rulings, disputes
  and settlements without a judge.
- `open_requests` lists what waits for an answer, and who must answer.
- `ending` lets a seat resign, closes a session by agreement or by its moderator, and reopens it.
- `branch` creates and compares what-ifs.
"""
