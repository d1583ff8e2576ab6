"""How the judge of name words is trained."""
