"""The two passes over a corpus: `discover` builds the key, `apply` is then a pure function of message and key."""
