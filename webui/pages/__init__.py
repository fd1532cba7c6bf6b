"""The pages, one module each, named as their address.

What pages share stands in `access` and `desk`.
"""
