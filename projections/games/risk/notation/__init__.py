"""Written lines of Risk: The Dalek Invasion of Earth: reading, writing, claims, standing orders.

Rules are asked, never stated here.
"""
