"""Written lines of Keys to the TARDIS: reading, writing, claims, standing orders.

Rules are asked, never stated here.
"""
