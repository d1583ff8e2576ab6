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
# Rather a person than the place of the same name.
BEFORE_PLACES: Final = 2_000
# A name without a capital, or within an address, where nothing else speaks for one.
PLAIN: Final = 5_000
# A word that is ordinary as well is a name from here on: Grace, Mark, not So.
BEARERS: Final = 10_000
# So usual that an ordinary word is rather the name, for whoever checks what is left.
FREQUENT: Final = 20_000
# Everybody knows somebody who is called so.
VERY_FREQUENT: Final = 100_000
# Hardly ever anything but a name, also at the beginning of a sentence.
MOSTLY_NAME: Final = 500_000

# --- Surnames ---

# On the list with more than a trace.
KNOWN_SURNAME: Final = 1
# Not by mistake on the list, inside a longer string.
JOINED_SURNAME: Final = 2
# A word that everybody uses is a surname from here on.
COMMON_SURNAME: Final = 5
# Rather this surname than a slip, or than the place of the same name.
USUAL_SURNAME: Final = 10
# Everybody knows somebody who is called so.
FREQUENT_SURNAME: Final = 20
