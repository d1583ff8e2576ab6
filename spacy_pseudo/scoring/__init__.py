"""Scores of mentions and identifiers against gold: what `nlp.evaluate` and the lab count."""
