"""The audit: what was written, read as an intruder with the class list would read it, by code of its own.

It knows nothing of how names were linked and replaced. What it finds is joined with the account in the key.
"""
