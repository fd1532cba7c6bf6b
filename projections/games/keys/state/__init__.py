"""The table as one viewer may know it, the bookkeeping of facts, and the places that people name."""
