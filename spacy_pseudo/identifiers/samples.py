"""People who are nobody here: those of a sample, a story, an exercise or a case."""

from __future__ import annotations

import re
from typing import Final

from .vocabulary import sentence_before

_SAMPLE = re.compile(
    r"\b(?:participants?|respondents?|children|people|patients|samples?|mean|average|median|groups?"
    r"|study|studie\w*|deltag\w+|personer|patienter|exercise|example|exemplet|uppgiften|between|mellan"
    r"|minst|barn \d|patient|patienten)\b",
    re.IGNORECASE,
)
# 'In the vignette a', 'I novellen är en'
_FICTION = re.compile(
    r"\b(?:in|from|of|about)\s(?:the|a|an|this|our|one)\s(?:[^\W\d_]+\s)?(?:vignette|story|novel|film|movie|book|text|article"
    r"|case|study|scenario|play|series|poem|transcript|video|fairy ?tale|myth|game|task|question|problem)\b"
    r"|\b(?:i|ur|om)\s(?:texten|filmen|novellen|boken|romanen|berättelsen|fallet|artikeln|vinjetten|scenariot|sagan|dikten"
    r"|pjäsen|serien|exemplet|uppgiften|frågan|spelet|fallstudien)\b",
    re.IGNORECASE,
)
_FIRST_PERSON = re.compile(r"\b(?:I['’]m|I\s(?:am|was)|[Mm]y|me|[Jj]ag|[Mm]in|[Mm]itt|[Mm]ina|mig)\b")
_ARTICLES: Final = frozenset(("a", "an", "en", "ett"))
_ACTS = re.compile(
    r"\s(?:man|woman|boy|girl|male|female|patient|person|child|mother|father|kvinna|pojke|flicka)\s"
    r"(?!is\b|was\b|has\b|from\b|här\b|är\b|her[es]?\b|from\b)[a-zåäö]+(?:s|ed|r)\b",
    re.IGNORECASE,
)


def about_nobody(text: str, start: int) -> bool:
    """RETURNS (bool): What the sentence says before a place is about a sample, a story, an exercise or a case."""
    said = sentence_before(text, start)
    return bool(_SAMPLE.search(said) or (_FICTION.search(said) and not _FIRST_PERSON.search(said)))


def is_vignette(text: str, start: int, end: int) -> bool:
    """RETURNS (bool): A place is the age in such as 'A 35-year-old woman presents with pain.'"""
    return sentence_before(text, start).strip(" .!?\n>").lower() in _ARTICLES and bool(_ACTS.match(text, end))
