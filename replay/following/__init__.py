"""Following a thread: fetch its posts, record their moves, and answer in the thread.

- `questions`: the question about an unclear post, and the answers to it.
- `replies`: the text of a reply; `thread_notices`: notices about a post that waits.
- `sync`: one synchronisation of a session with its thread; `opening`: open the thread with its secret.
- `answering`: when a reply is due, and sending each reply once; `changes`: posts that were edited or deleted later.
- `lock`: one process at a time works on a session.
- `keeping`: which fetched posts are kept, and where a session stops; `authors`: the names of the authors.
"""
