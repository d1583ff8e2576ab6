"""Numbers, ordinals and months in words, as pieces of patterns; English and Swedish."""

from __future__ import annotations

from typing import Final

_TENS: Final = "twenty|thirty|fou?rty|fifty|sixty|seventy|eighty|ninety"
_ONES: Final = "one|two|three|four|five|six|seven|eight|nine"
_TEENS: Final = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_SV_TENS: Final = "tjugo|trettio|fyrtio|femtio|sextio|sjuttio|åttio|nittio"
_SV_ONES: Final = "ett|två|tre|fyra|fem|sex|sju|åtta|nio"
_SV_TEENS: Final = "tio|elva|tolv|tretton|fjorton|femton|sexton|sjutton|arton|nitton"

_SV_NUMBER: Final = rf"(?:(?:{_SV_TENS})(?:{_SV_ONES})?|{_SV_TEENS}|{_SV_ONES})"
# The longer ones first: 'seventy-two', 'seventeen', 'seven'.
NUMBER: Final = rf"(?:(?:{_TENS})(?:[- ](?:{_ONES})\b)?|{_TEENS}|{_ONES}|{_SV_NUMBER})"

ORDINAL: Final = (
    r"(?:(?:twenty|thirty)[- ])?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|tenth|eleventh|twelfth"
    r"|(?:thir|four|fif|six|seven|eigh|nine)teenth|twentieth|thirtieth"
    r"|(?:tjugo|trettio)?(?:första|andra|tredje|fjärde|femte|sjätte|sjunde|åttonde|nionde)|tionde|elfte|tolfte"
    r"|(?:tretton|fjorton|femton|sexton|sjutton|arton|nitton|tjugo|trettio)nde"
)

LONG_MONTH: Final = (
    r"january|february|march|april|may|june|july|august|september|october|november|december"
    r"|januari|februari|mars|maj|juni|juli|augusti|oktober"
)
SHORT_MONTH: Final = r"(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|okt|nov|dec)\b\.?"
MONTH: Final = rf"(?:(?:{LONG_MONTH})\b|{SHORT_MONTH})"
