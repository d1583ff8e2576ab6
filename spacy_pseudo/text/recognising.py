"""Whether a text is HTML, told by a look at it: tags that somebody closes, not a tag that somebody mentions."""

from __future__ import annotations

import re
from html.entities import html5
from typing import Final

from .tags import CLOSE, OPEN, Tag, find_tags

_CODE: Final = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
_ENTITY: Final = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|(?P<name>[A-Za-z][A-Za-z0-9]{1,31}));")
# They end a line, and nobody is called so.
_BREAKS: Final = ("br", "hr")


def is_html(text: str) -> bool:
    """RETURNS (bool): There is a closed tag, a line break, a tag with a value or a character reference in a text. Code
    between backticks does not count, nor a tag that is only opened: '<p>' is mentioned, and '<Mark>' is a nickname."""
    if "<" not in text and "&" not in text:
        return False
    plain = _CODE.sub("", text)
    if any(m["name"] is None or f"{m['name']};" in html5 for m in _ENTITY.finditer(plain)):
        return True
    return any(map(_is_used, find_tags(plain)))


def _is_used(tag: Tag) -> bool:
    """Somebody has written the tag for what it does."""
    if tag.kind == OPEN:
        return tag.name in _BREAKS or any(attribute.start >= 0 for attribute in tag.attributes)
    return tag.kind == CLOSE
