"""What comes after: the pseudonymised text as others' tools want it, from Docs or from what a run has written."""
