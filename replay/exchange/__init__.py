"""Exchange of logs between databases: exports, imports, verification of a file.

Nothing here reads a post.
"""
