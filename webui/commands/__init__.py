"""The commands of `cloisterbell`, a module for each group of them."""
