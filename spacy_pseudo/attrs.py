"""The one home of every shared constant: span keys, labels, extension names, fields."""

from typing import Final

PREFIX: Final = "pseudo_"

# Span keys, without the prefix.
SALUTATIONS: Final = "salutations"
MISSPELLINGS: Final = "misspellings"
PROTECTED: Final = "protected"
IDENTIFIERS: Final = "identifiers"
PARTICIPANTS: Final = "participants"
OTHERS: Final = "others"
MESSAGES: Final = "messages"

# Doc extensions, without the prefix.
MESSAGE: Final = "message"
TEXT: Final = "text"
REPLACEMENTS: Final = "replacements"
SHAREABLE: Final = "metadata"
KEPT: Final = "kept"
EXTENSIONS: Final = (MESSAGE, TEXT, REPLACEMENTS, SHAREABLE, KEPT)

# In metadata that may be shared: the author did not consent, and the message must not be given away.
EXCLUDED: Final = "excluded"

# Labels of salutations.
GREETING: Final = "GREETING"
SIGNATURE: Final = "SIGNATURE"

# The label of names of people who take no part.
OTHER: Final = "OTHER"

# Categories of a form.
REGISTERED: Final = "registered"
PART: Final = "part"
NICKNAME: Final = "nickname"
INITIALS: Final = "initials"
MISSPELLED: Final = "misspelled"
STYLISED: Final = "stylised"
GLUED: Final = "glued"
UNLINKED: Final = "unlinked"
# A participant's user name is a mention, too, though no form of a name.
HANDLE: Final = "handle"
CATEGORIES: Final = (REGISTERED, PART, NICKNAME, INITIALS, MISSPELLED, STYLISED, GLUED)

# Labels of other personal data: those with a structure, those from lists, those that are only marked, and those by
# lists of words that the law calls special categories.
STRUCTURED: Final = (
    *("EMAIL", "URL", "PHONE", "USERNAME", "IP", "POSTCODE", "ADDRESS", "ACCOUNT", "CARD", "ID", "PLATE", "NUMBER"),
    *("DATE", "AGE", "TIME"),
)
LISTED: Final = ("COUNTRY", "REGION", "CITY", "STREET", "SCHOOL", "EMPLOYER", "NATIONALITY", "LANGUAGE")
LIFE: Final = ("PROFESSION", "EDUCATION", "FAMILY")
SENSITIVE: Final = ("ETHNIC", "POLITICAL", "RELIGIOUS", "SEXUAL")
IDENTIFIER_LABELS: Final = (*STRUCTURED, *LISTED, *LIFE, *SENSITIVE)

# What a message may carry besides its text; everything is a string.
METADATA: Final = ("id", "author", "parent", "parent_author", "thread", "session", "timestamp")
FIELDS: Final = (*METADATA, "subject", "text")

# Between the ids of people who may all be meant.
JOINT: Final = "|"

# Files of a run that others read on: in the output, and in the key.
SUMMARY_FILE: Final = "summary.json"
REPLACEMENTS_FILE: Final = "replacements.jsonl"

# Colours for displaCy, by label; it does not tell upper from lower case.
COLORS: Final = {
    GREETING: "#c5e1a5",
    SIGNATURE: "#a5d6a7",
    "ALLOWED": "#cfd8dc",
    "CITED": "#b0bec5",
    "OTHER_PERSON": "#d7ccc8",
    "RELATIVE": "#d7ccc8",
    "EPONYM": "#d7ccc8",
    REGISTERED: "#90caf9",
    PART: "#bbdefb",
    NICKNAME: "#b39ddb",
    INITIALS: "#d1c4e9",
    MISSPELLED: "#ffe0b2",
    STYLISED: "#f8bbd0",
    GLUED: "#f48fb1",
    UNLINKED: "#ef9a9a",
    HANDLE: "#80deea",
    OTHER: "#ffcc80",
}
