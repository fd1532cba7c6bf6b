"""A session that is being played: deciding moves and appending what they lead to.

`session` loads, decides and appends; `encoding` makes lines of what was drafted; `submission` files moves for a seat,
`transaction` a post together with what its line does; `signing` signs what leaves the house, `key_change` takes another
key. Before a move: `auto_pass` (what silence means), `preview` (looking ahead), `conflicts` (what an author had not
seen), `hidden_info_attempts` (what hangs on something hidden from whoever files). `overrides` sets a value by hand,
`place_audience` is the public form of such a value, `compensation` pays what a ruling gives back, `note` files a note
at a line, `erasure` drops what a person wrote, `erase_person` their name too. `seats` gives secret links to people.
`data_files` are a table's own cards, `deadline` says who is awaited until when. `consent` says who must agree to a
takeback; it is here, below `corrections`, as a session that begins checks the name of its policy.

Nothing here reads a post.
"""
