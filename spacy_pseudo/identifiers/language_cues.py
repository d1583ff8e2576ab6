"""What stands before and after the name of a language, and tells that it is one."""

from __future__ import annotations

import re

from .vocabulary import before

SPEAK = before(
    r"\b(?:speak|speaks|spoke|speaking|spoken|talk|talks|talar|pratar|tala|prata|talade|pratade"
    r"|snackar|learn|learns|learning|learnt|learned|teach|teaches|taught|teaching|study|studied"
    r"|studying|läser|läste|läst|läsa|pluggar|pluggade|pluggat|plugga|studerar|studerat|lär(?:a|de|t)?\s(?:mig|sig|oss|dig|henne|honom)|pratat|talat|skrev|skrivit|kan|kan\s(?:du|ni|han|hon|man|någon|nån|jag)|failed|passed|took|dropped|hate|love|miss|"
    r"understand|understands|förstår|know|write|writes|read|reads|skriver|skriva|translate|translated"
    r"|översatt|fluent|native|languages?:|språk:|språk|language,|language|tongue\sis|tongue:"
    r"|modersmål\sär|språk\sär|in|into|på|some|years\sof|old|any|tongue,"
    # 'hemma pratar vi'
    r"|(?:talar|pratar|snackar|skriver|läser|talade|pratade|skrev|läste|kan|pluggar)\s(?:jag|vi|han|hon|hen|de|dom|man|ni|du|alla))\s"
    r"(?:(?:some|a\slittle|a\sbit\sof|only|both|old|basic|fluent|good|bad|poor|broken|lite|bara|både"
    r"|dålig|bra|flytande|inte|not|ingen|mostly|simple|plain|perfect|me\ssome|me|us|in|på|the)\s){0,2}"
)
STRONG = before(
    r"\b(?:speak|speaks|spoke|speaking|spoken|talk|talks|talar|pratar|tala|prata|talade|pratade"
    r"|fluent\sin|native|tongue\sis|modersmål\sär|languages?:|språk:|years\sof|taught\sme(?:\ssome)?"
    r"|learn(?:s|ing|t|ed)?|my\s(?:bad|poor|broken|rusty|terrible)|"
    r"(?:min|mitt)\s(?:dåliga|knaggliga|usla)|bad|dåliga)\s(?:(?:some|a\slittle|only|both|lite|bara|både|good|bad)\s)?"
)
MY = before(
    r"\b(?:my|his|her|our|their|your|min|hans|hennes|din)\s(?:(?:bad|poor|broken|rusty|terrible|spoken"
    r"|written|school|dåliga|knaggliga|usla|bristfälliga)\s)?"
)
MY_BAD = before(r"\b(?:my|min|his|her)\s(?:bad|poor|broken|rusty|terrible|dåliga|knaggliga|usla|bristfälliga)\s")
AFTER = re.compile(
    r"\s(?:speakers?|speaking|translations?|lessons?|subtitles?|version|class(?:es)?|skills"
    r"|proficiency|grammar|at home|at school|hemma|i skolan|fluently|flytande|as a (?:second"
    r"|foreign))\b|-speaking",
    re.IGNORECASE,
)
SUBJECT = re.compile(
    r"\s(?:is|was|isn['’]?t|är|var)\s(?:not\s|inte\s|also\s|så\s)?(?:my\b|mitt\b|a (?:second|foreign"
    r"|hard|difficult)|hard|difficult|rusty|bad|poor|good|svårt|lätt|mitt|dålig|not|so|min|bra)",
    re.IGNORECASE,
)
AND_SO = before(r"\b(?:as|since|because|but|and|that|och|men|eftersom|att)\s")
IN = before(r"\b(?:in|into|på|speak|speaks|write|writing|learn|learning)\s")
MORE = before(
    r"\b(?:translat\w+|översatt\w*|översätt\w*|subtitles|captions)\s(?:\w+\s){0,2}(?:from|från|of|av)\s"
    r"|\b(?:speakers?|knowledge|level|teacher|lessons|years|version|grasp|command|bit|word|words|smattering)\sof\s"
    r"|\b(?:language|tongue)\s(?:is|was|after|besides|apart\sfrom|like)\s|\b(?:grew\sup|raised|brought\sup|uppvuxen)\s"
    r"(?:with|speaking|on|med)\s|\b(?:sorry|apologies|excuse|forgive|ursäkta|förlåt)\s(?:for\s|om\s)?(?:my|min)\s"
    r"|\b(?:switch(?:es|ed|ing)?|chang(?:e|es|ed|ing)|byter|bytte|växlar|växlade|går)\s(?:\w+\s)?(?:from|between|från|mellan)\s"
    r"|\b(?:between|mellan|than|än|besides|apart\sfrom|utom|förutom|good\sat|bad\sat|bra\spå|dålig\spå|use|uses|using|forgot"
    r"|forgotten|practi[cs]e|improve|practi[cs]ing|improving|behärskar|använder|glömt|tränar|övar|hör|hear|hearing|undervisar\si|lektioner\si|betyg\si|kurs\si|prov\si|bra\si|läxa\si|flytande\si|duktig\si)\s"
    r"(?:my\s|min\s|only\s|bara\s|mostly\s|mest\s)?"
)
HAS = re.compile(
    r"\s(?:is|was|isn['’]?t|has|had|sounds?|seems?|uses?|comes?|became|remains?|would|will|can|är|var|har|låter|känns|blev"
    r"|verkar|kommer)\b(?!\s(?:from|från))",
    re.IGNORECASE,
)
NEEDS = re.compile(r"\s(?:is|isn|was|needs?|sucks?|gets?|got|improves?|är|var|behöver|blir|suger)\b", re.IGNORECASE)
ROW = re.compile(r"\s(?:and|or|och|eller)\s(?P<other>[A-ZÅÄÖ]?[^\W\d_]+)\s[^\W\d_]")
# The place after one language and before the next: 'Portuguese at home and English', 'arabiska, med grannarna svenska'.
_WHERE = (
    r"(?:hemma|borta|abroad|elsewhere|(?:at|with|in|on|to|på|med|i|till|hos)(?:\s[^\W\d_]+){1,3}"
    r"(?:\s(?:with|med)(?:\s[^\W\d_]+){1,2})?)"
)
BY_PLACE = re.compile(
    rf"(?:\s{_WHERE})?(?:,\s?(?:and\s|och\s|but\s|men\s)?|\s(?:and|och|but|men)\s)(?:{_WHERE}\s)?"
    rf"|\s(?:to|into|till)\s|\s{_WHERE}(?:,|\s(?:and|but|och|men))\s(?:i\s|jag\s)?(?:answer|reply|svarar)\s(?:in|på)\s",
    re.IGNORECASE,
)
# 'The Russian version of the test' is one of a thing.
OF_THING = re.compile(
    r"\sversions?\sof\s(?:the|this|our|that)\s(?:\w+\s)?(?:tests?|scales?|questionnaires?|surveys?|instruments?|inventory"
    r"|forms?|items?|measure)\b",
    re.IGNORECASE,
)
