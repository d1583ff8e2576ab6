"""The steps from a file of messages to what may be shared, as pages: for those without a terminal."""
