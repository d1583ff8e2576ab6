"""How the packaged word and name lists are built from their sources."""
