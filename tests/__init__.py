"""The tests; what several of them need is imported as `tests.identifiers.cases` and the like."""
