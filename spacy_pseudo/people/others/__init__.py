"""People who take no part, and are no public figures: which names are theirs, and where they stand. No Docs in here."""
