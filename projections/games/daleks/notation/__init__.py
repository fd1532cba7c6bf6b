"""Written lines of Time of the Daleks: reading, writing, claims, standing orders.

Rules are asked, never stated here.
"""
