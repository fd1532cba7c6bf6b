"""Written lines of the Collectible Card Game: reading, writing, claims, standing orders.

Rules are asked, never stated here.
"""
