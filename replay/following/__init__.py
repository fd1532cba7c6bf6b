"""Following a thread: fetch its posts, record their moves, and answer in the thread."""
