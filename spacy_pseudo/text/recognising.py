"""Whether texts are HTML, told by a look at them: real tags in a good share, not a tag that somebody mentions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html.entities import html5
from typing import Final

# Tags that make the lines of a text, and those within a line.
_LINES: Final = r"p|br|div|li|ul|ol|dl|dd|dt|table|tbody|tr|td|th|blockquote|h[1-6]|hr|pre|html|body|section|article"
_WITHIN: Final = r"b|i|u|em|strong|span|font|a|img|code|small|sub|sup|tt|del|ins|s|center"
_REST: Final = r"(?:\s[^<>]{0,2000})?/?>"
_BEGINS: Final = re.compile(rf"\s*(?:<!doctype html|<!--|<(?:{_LINES}|{_WITHIN}){_REST})", re.IGNORECASE)
_ENDS: Final = re.compile(rf"(?:</(?:{_LINES}|{_WITHIN})>|<br\s?/?>)\s*\Z", re.IGNORECASE)
# Nobody who only speaks of tags writes these twice.
_CLOSES: Final = re.compile(rf"</(?:{_LINES})\s?>|<br\s?/?>", re.IGNORECASE)
_CODE: Final = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
_TAG: Final = re.compile(rf"</?(?:{_LINES}|img|a(?=\s)){_REST}|<({_WITHIN}){_REST}[^<]*</\1\s?>", re.IGNORECASE)
_ENTITY: Final = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|(?P<name>[A-Za-z][A-Za-z0-9]{1,31}));")
_SHARE: Final = 0.3
_TAIL: Final = 200


def looks_like_html(texts: Iterable[str]) -> bool:
    """RETURNS (bool): A good share of the texts is HTML; empty ones do not count."""
    judged = [_is_html(text) for text in texts if text.strip()]
    return bool(judged) and sum(judged) >= _SHARE * len(judged)


def has_markup(text: str) -> bool:
    """RETURNS (bool): There is a tag or a character reference in a text: among others that are HTML it is, too."""
    if "<" in text and _TAG.search(text):
        return True
    return any(m["name"] is None or f"{m['name']};" in html5 for m in _ENTITY.finditer(text)) if "&" in text else False


def _is_html(text: str) -> bool:
    if "<" not in text:
        return False
    plain = _CODE.sub("", text) if "`" in text else text
    if _BEGINS.match(plain) and _ENDS.search(plain, max(0, len(plain) - _TAIL)):
        return True
    return len(_CLOSES.findall(plain)) > 1
