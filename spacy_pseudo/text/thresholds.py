"""How usual a name must be to count as one: the only table of bearers.

A name counts for more the less its place says: where only names stand, one that few people have will do; a word that
everybody uses is a name anywhere only if very many have it. Given names are counted by all who have them in the
packaged lists, surnames by those of 100,000 people.
"""

from __future__ import annotations

from typing import Final

# --- Given names ---

# Not by mistake on the list: a name where its place, or half of a handle, speaks for one.
KNOWN: Final = 100
# Rather this name than a slip of an ordinary word, or than somebody famous.
BORNE: Final = 300
# A name where the word stands beside another one, or inside a longer string.
JOINED: Final = 500
# A usual name: a word that is not ordinary is one from here on.
USUAL: Final = 1_000
# Rather a person than a town of the same name; a name of few letters is one from here on.
BEFORE_PLACES: Final = 2_000
# A name without a capital, or within an address, where nothing else speaks for one.
PLAIN: Final = 5_000
# A word that is ordinary as well is a name from here on: Grace, Mark, not So.
BEARERS: Final = 10_000
# Where a line begins an ordinary word is the name from here on, and a slip of it is one.
FREQUENT: Final = 20_000
# An ordinary word in small letters is worth a look; a place of the same name is less likely meant.
VERY_FREQUENT: Final = 100_000
# A name first, and an ordinary word second.
RATHER_NAME: Final = 200_000
# A name in small letters, too: 'john', though there is a word of that kind.
MOSTLY_NAME: Final = 500_000
# One of 100,000 people with a surname weighs as much as so many with a given name: which of both a word rather is.
PER_SURNAME: Final = 10_000

# --- Surnames ---

# On the list with more than a trace.
KNOWN_SURNAME: Final = 1
# Not by mistake on the list, inside a longer string.
JOINED_SURNAME: Final = 2
# A surname where it is also cited; given names weigh against it.
BORNE_SURNAME: Final = 3
# A word that everybody uses is a surname from here on.
COMMON_SURNAME: Final = 5
# Rather this surname than a slip, or than the place of the same name.
USUAL_SURNAME: Final = 10
# An ordinary word beside other names is the surname from here on.
FREQUENT_SURNAME: Final = 20
