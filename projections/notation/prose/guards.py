"""Text in a post that is not a move although it names things: plans, wishes, questions, other players' actions."""

import re
from typing import Final

_MOOD: Final = re.compile(
    r"\b(?:if(?! (?:you please|you like|i count|i recall|need be|i may))|unless|whether"
    r"|(?:i|we|you|it|that|they|he|she|my \w+)(?:'d(?! like to (?:announce|play|attack|use|draw|call|take|go|move)"
    r"| (?:(?:already|just|only|once|both) )?"
    r"(?:drawn|picked|pulled|had|got|gotten|been|taken|used|played|found|kept|saved|dug|laid|opened|shut|closed))"
    r"| would(?! like to (?:attack|play|use|go|move|take|announce))| could| might| may(?! choose| (?:hit|strike"
    r"|go) again))(?:n't)?"
    r"|would(?:n't)? (?:be|have|it|that|i|you(?! (?:look at|believe|know it)))"
    r"|(?:should|shall|may|can|am|do|could|were|had) i|thinking (?:of|about|aloud)|considering|planning to|plan"
    r"|next (?:turn|time|round)|(?<!for )later|tomorrow|toni(?:ght|te)|2nite|hoping to|wish|suppose|i thought of"
    r"|(?:do|will|are|would|can|did|have) (?:you|ye|they)(?! (?:look at|believe|know it))"
    r"|maybe (?:i|we|next)|perhaps (?:i|we)"
    r"|when(?:ever)? (?:the|he|she|they|it)|why do?n'?t i|instead i"
    r"|fingers crossed|prob(?:ably)?|hope(?:fully)?|here's hoping|last (?:game|turn|time|week)|ages ago|remember"
    r"|only thinking|allowed|nearly|almost|tempted|(?:was|were) (?:going|about|hoping|planning) to|pretend"
    r"|imagine|let's say|picture (?:this|me|it)|tmrw|tmw|tomoz|2moro"
    r"|hypothetical(?:ly)?|in theory|supposed to|should have|dream(?:t|ed|s)?|toy(?:ed|ing) with"
    r"|(?:wants?|asked|asks|told|tells|begged|begs|urged|urges|advised|advises|invited|invites|ordered|orders"
    r"|expects?|expected) (?:me|us) to|(?:said|says) (?:i (?:should|ought|must)|to)"
    r"|(?!who\b|nobody\b|none\b)\b\w+ (?:could|might)(?: have)?|wanted to"
    r"|decided against|yet to|used to|wants? to (?:see|know|find|hear|watch|check)|see (?:what|how|whether|who)\b"
    r"|what (?:my|the|your|his|her|our) .{1,40}? can do)\b(?! like a word)",
    re.IGNORECASE,
)
"""Matches words of a sentence that describes no action done now, such as "if" or "I would"."""
_DENIED_TONIGHT: Final = re.compile(r"(\b(?:no|not|nobody|none)\b[^.!?;,]{0,200}?) toni(?:ght|te)\b", re.IGNORECASE)
"""Matches a denial with "tonight" after it, such as "no attack tonight"."""
_NOTHING: Final = re.compile(
    r"\b(?:my (?:real|actual|proper) (?:turn|move)|not taking (?:it|that)|nothing (?:of|in) this is (?:played|my)"
    r"|(?:i am |i'm )?not doing (?:so|it|that) yet|were i to|still nothing rolled|what will be if)\b",
    re.IGNORECASE,
)
"""Matches words which say that nothing in a post is meant as a move, not even lines in notation."""
_OFF: Final = re.compile(
    r"\b(?:real turn|actual turn|proper(?:ly)? (?:from|later|tonight|after)"
    r"|(?:turn|it|roll\w*|move|answer|anwser|post)\b[^.!?\n]{0,40}"
    r"\b(?:(?<!for )later|tonight|tongiht|tomorrow|2nite|this evening|after (?:the |my )?(?:tea|dinner|lunch))"
    r"|(?:will|shall) (?:post|answer|anwser|roll|decide|reply|tell)|just saying|jsut saying|wait for mine|not home yet"
    r"|(?:gi(?:v|)e me|gimme) (?:until|till?|five|ten|a)|still choosing"
    r"|(?:before )?i decide (?:me|any\w*)|need to think|let me look"
    r"|by friday|brb|waiting for|wating for|take it tonight|would that it were|already posted|posted above"
    r"|(?:tea|coffee|lunch|dinner|supper|food|work|sleep) first|sleep on it|still think)\b|^\W*thinking\W*$",
    re.IGNORECASE,
)
"""Matches words that postpone a whole turn, such as "real turn later"."""
_TAKEN_BACK: Final = re.compile(
    r"\b(?:no,? (?:wait|sorry)|wait,? no|sorry,? (?:i )?mean[t]?|i (?:really |actually )?meant|make that"
    r"|scratch that|scrap that|strike that|ignore (?:that|this|the|my|all)|disregard|never ?mind that|nvm|oops|whoops"
    r"|edit(?:ed)?:|correction"
    r"|changed? my mind|taking? (?:that|it|this) back|misread|mis-?typed|my mistake|wrong (?:column|door|card|one)"
    r"|on second thoughts?|rather than that|instead of that|pardon|je me trompe|typo"
    r"|i (?:hereby |must |do )?(?:withdraw|retract|revoke|rescind)|withdrawn"
    r"|(?:sent|posted|said|written) (?:that |it |this )?in error)\b",
    re.IGNORECASE,
)
"""Matches words with which a post takes back something that it said, such as "no, wait"."""
_JOKE: Final = re.compile(r"\U0001f644|\boh sure\b|\byeah sure\b|\bjust kidding\b|\bjk\b|\bnah srsly\b", re.IGNORECASE)


_SURE: Final = re.compile(
    r"\b(?:i (?:think|guess|believe|reckon|suppose)|right|yes|ok|okay|eh|yeah|no|innit)\W{0,3}\?$", re.IGNORECASE
)
"""Matches the end of a sentence that only looks like a question, such as "right?"."""


_CRIES: Final = re.compile(
    r"^\W*(?:\w+,? )?(?:another|an?|one more) [\w -]{3,25}(?=\?[?!]|[!?]*!\?)\W*$", re.IGNORECASE
)
"""Matches an exclamation that names a thing with question marks, but is not a question: `another barrier??`."""


def is_no_deed(sentence: str) -> bool:
    """Return whether a sentence describes no action done now: a plan, a wish, a what-if, a question, a memory."""
    phrase = _DENIED_TONIGHT.sub(r"\1", sentence.rstrip())
    return _MOOD.search(phrase) is not None or (
        phrase.endswith("?") and not (_SURE.search(phrase) or _CRIES.search(phrase))
    )


def plays_nothing(post: str) -> str:
    """Return the words which say that nothing in a post is played, or ""."""
    found = _NOTHING.search(post)
    return found[0] if found else ""


def put_off(post: str) -> str:
    """Return the words which say that the moves of a post are still to come or not meant, or ""."""
    found = _NOTHING.search(post) or _OFF.search(post) or _JOKE.search(post)
    return found[0] if found else ""


def takes_back(post: str) -> str:
    """Return the words with which a post takes back something of its own, or ""."""
    found = _TAKEN_BACK.search(post)
    return found[0] if found else ""
