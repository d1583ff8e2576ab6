"""What is written instead of other personal data and of names; plain data in, plain data out."""
