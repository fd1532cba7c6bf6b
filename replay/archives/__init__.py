"""Archives of old threads: forum text, mail, chat exports, their authors and times, and how they are recorded.

What a single post says is read by `posts`.
"""
