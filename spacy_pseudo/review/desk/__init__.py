"""The desk: what a person should look at, as cases in queues, and what they decide, written to the key at once."""
