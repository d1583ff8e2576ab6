"""`python -m spacy pseudo`: our commands under spaCy's own; spaCy imports this through an entry point."""

from spacy.cli._util import app as spacy_app

from . import app

spacy_app.add_typer(app, name="pseudo")
