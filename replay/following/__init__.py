"""Following a thread: fetch its posts, record their moves, and answer in the thread.

- `questions`: the question about an unclear post, and the answers to it.
- `replies`: the text of a reply.
"""
