"""A session that is being played: deciding, appending, conflicts, data files, deadlines, previews.

Nothing here reads a post.
"""
