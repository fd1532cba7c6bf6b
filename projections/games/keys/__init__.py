"""Keys to the TARDIS."""
