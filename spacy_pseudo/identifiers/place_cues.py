"""What stands before and after the name of a place, and tells that it is one."""

from __future__ import annotations

import re
from typing import Final

from .vocabulary import before

ADJECTIVE: Final = (
    r"(?:(?:the|a|an|ett|en|det|very|mycket|sunny|rainy|cold|warm|hot|cloudy|snowy|lovely|beautiful"
    r"|rural|upstate|downtown|central|northern|southern|eastern"
    r"|western|north|south|east|west|old|greater|inner|nearby|kallt|kalla|soliga|soligt|regnigt"
    r"|regniga|varmt|vackra|norra|södra|östra|västra|mellersta"
    r"|centrala|gamla|lilla|small|little|good old|out|over|here|down)\s)*"
)
TOWN: Final = r"(?:city|town|village|suburb|hamlet|place|county|district|state|stad|stan|ort|by|förort|samhälle|kommun)"
# Where somebody is, comes from or goes to.
IN = before(
    r"(?:\b(?:in|i|near|nära|outside|utanför|around|across|throughout|within|inom|inside|visit(?:ing"
    r"|ed|s)?|besök(?:er|te|a)|via|leaving|mellan|between|towards?"
    rf"|bort(?:a)? i|uppe i|nere i|nearby|uppvuxen på|bor på|location:?|city:|town:|country:|ort:|stad:"
    rf"|land:|{TOWN} of|live|living|{TOWN},)\s?" + r"[\"“(]?)" + ADJECTIVE,
)
FROM = before(r"\b(?:from|från|fr|aus|de)\s" + ADJECTIVE)
# After these, 'from Jordan' is about a place; after 'a message', about a person.
COMES = before(
    r"(?:\b(?:am|is|are|was|were|i['’]?m|im|he['’]s|she['’]s|come|comes|came|coming|moved|moving|here"
    r"|hi|hello|hey|hiya|hej|hejsan|hallå|greetings|regards|cheers|grüße|saludos|writing"
    r"|hälsningar|hälsning|kommer|är|skriver|flyttade|kom|born|originally|all|people|friends?"
    r"|students?|anyone|someone|somebody|anybody|back|away|fly|flew|flight|travel\w*|mer|nån|någon"
    r"|else|family|parents|föräldrar|learners?|everyone|commut\w+|dr[io]v\w+"
    r"|went|trip|train|bus|pendlar|på väg)[,!]?\s(?:all\s)?"
    r"|\b(?:i['’]?m|jag heter|this is)\s(?-i:[A-ZÅÄÖ])[a-zåäö]+\s|^)(?:from|från)\s" + ADJECTIVE
)
TO = before(
    r"\b(?:mov\w+|fly\w*|flew|flight|went|go|going|goes|gone|travel\w*|came|come|coming|trip|driv\w+"
    r"|drove|commut\w+|relocat\w+|return\w*|back|migrat\w+|emigrat\w+|immigrat\w+"
    r"|flytt\w+|res[ae]\w*|reste|åk\w+|far|kom|kommer|pendl\w+|welcome|välkommen|ship\w*|deport\w*"
    r"|sent)\s(?:[^\W\d_]+\s){0,3}(?:to|till)\s" + ADJECTIVE
)
OF = before(r"\b(?:of|to|till|at|by|than|like|but|about|om|av|mot|not|inte|left|lämnade|vid|på)\s(?:the\s|all\s)?")
NAMED = before(
    r"\b(?:called|named|heter|name is|namn är|kallas|mr|mrs|ms|(?-i:Miss|Fru)|dr|prof|herr|fröken)\.?\s",
)
GREETED = before(
    r"(?:^|\n|[.!?]\s{1,2})(?:hi|hello|hey|dear|hej|hejsan|thanks|thank you|thx|tack|hallå|yes|no|ja"
    r"|nej|agree with|@)\s",
)
ASKED = re.compile(
    r"\b(?:where|which (?:city|country|town|state)|var|vilken (?:stad|ort)|vilket land)\b[^\n?]{0,60}\?\s*\n[>\s]*$",
    re.IGNORECASE,
)

# After it.
CITED = re.compile(
    r"(?:,\s[A-ZÅÄÖ]\.(?![A-Z])|\s\(\d{4}|\s?(?:,\s)?et al|,?\s(?:and|&|och)\s[A-Z]\w+\s\(\d{4}|\s(?:19|20)\d\d\b)"
)
PUBLISHER = re.compile(r":\s(?:[A-Z]|the\b)")
HERE = re.compile(r"\s(?:here|is where|är där|state|stad|län|county|province|city|kommun)\b", re.IGNORECASE)
GENITIVE = re.compile(r"['’]s?\s([^\W\d_]+)")
ENDS = re.compile(r"\s*(?:[.!]?\s*$|\n|\))")
AND = re.compile(
    r"(?:,|\s(?:and|or|och|eller|alias|aka|to|till|vs|than)|,\s(?:and|och|my home \w+, and|sen|then)|/"
    r"|\s?[-–&]|,\s[^.,\n]{1,25},\s(?:and|och))\s?$"
)
NAME_LINE = re.compile(
    r"(?:^|\n|[.!]\s)(?:[Bb]est|[Rr]egards|[Hh]älsningar|[Mm]vh"
    r"|[Cc]heers)?,?\s?[A-ZÅÄÖ][^\W\d_]+(?:[ -][A-ZÅÄÖ][^\W\d_]+){0,2}\s?(?:,\s?|\n\s?|\s?\("
    r"|\s[-–|]\s)$"
)
BRACKET = re.compile(r"\b[A-ZÅÄÖ][^\W\d_]+\s\($")
BRIDGE = re.compile(r"[ \u00a0]{1,2}|-|['’]|\.\s?|\s&\s|[ ]?\n(?:>[ ]?)*")
STATE = re.compile(r"(?:,\s?|\s)(?P<abbr>[A-Z]{2,3})(?=$|[.,;!?)\n]|\s+\d{4,5}\b|\s+[A-Z]\d[A-Z]\b|\s+(?:and|USA)\b)")
A_TOWN = re.compile(
    rf"(?:,|\sis|\sär|\s\()\s?(?:an?|the|en|ett|our|my)\s(?:[^\W\d_]+\s){{0,2}}{TOWN}\b(?!\s(?:hall|planner|name))",
    re.IGNORECASE,
)
THERE = re.compile(
    r"[^.!?\n]{0,60}\b(?:lived?|lives|grew up|born|been|moved|stayed|works?|worked|bodde|bor|bott) (?:there|där)\b"
    r"|\s(?:is|was|är)\s(?:so\s|very\s|really\s|too\s|always\s|för\s|alltid\s|så\s)?(?:warm|hot|cold|rainy|sunny|humid"
    r"|freezing|varmt|kallt|regnigt|soligt)\b",
    re.IGNORECASE,
)
# Somebody lives, works or comes from there: what follows is a place, however it is spelt.
HOME = before(
    r"\b(?:bor|bodde|bott|komm?er|studerar|pluggar|jobbar|född|uppvuxen|uppväxt|flytta\w*|växte\supp|hälsningar|hej|är"
    r"|lives?|living|lived|born|raised|based|moved|greetings|hello|hi|study|studying)\s(?:[^\W\d_]+\s)?(?:i|från|till|in|from|to)\s"
)
STYLE = re.compile(r"\b[A-ZÅÄÖ][^\W\d_]+\s(?P<thing>[a-zåäö]+)(?:,|\sor|\sand|\seller|\soch)\s$")
YEAR = re.compile(r"\(\d{4}[a-z]?\)[^\n]*$")
GLUED = re.compile(r"(?<=from|från)[A-ZÅÄÖ][a-zåäö]{3,}\b")
BLACK_SEA = re.compile(r"\b(?:black sea|tbilisi|batumi|caucasus|kaukasus|svarta havet)\b", re.IGNORECASE)
