"""The pages, a module for each, named as the address of its page.

What pages share stands in `access` and `desk`.
"""
