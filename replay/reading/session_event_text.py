"""Sentences for session events, which games never see."""

from collections.abc import Sequence
from typing import Final, assert_never

from events import session_events as c
from events.entry import ROLES, Entry
from events.events import OMNISCIENT, UNKNOWN, Move, SessionEvent, Started
from projections.wording import joined, titled

_ADVERBS: Final = {"": "to nobody", "all": "to all", "seats": "to the seats", "auditor": "to an auditor"}
_MOST: Final = 160
"""Signs of a text that stand in a sentence."""


def on_behalf(entry: Entry, seats: Sequence[str]) -> str:
    """Who wrote a line in the place of a seat, in words; nothing where the seat did, or whoever brings in its posts."""
    event = entry.event
    speaker = event.speaker if isinstance(event, SessionEvent) else "player" if isinstance(event, Move) else ""
    seat = getattr(event, speaker, "")
    if seat not in seats or entry.by in (seat, OMNISCIENT, "tower"):
        return ""
    if entry.by == "order":
        return f"by a standing order of {titled(seat)}"
    writer = titled(entry.by) if entry.by in seats else f"the {entry.by.replace('-', ' ')}"
    return f"by {writer} for {titled(seat)}"


def session_event_sentence(  # noqa: C901, PLR0911, PLR0912  # one case an event
    event: Started | c.AnySessionEvent, *, begun: bool = False
) -> str:
    """Say a session event or the start of a session in one sentence; `begun` says that play has begun before it."""
    match event:
        case Started(seats=seats, rules=rules):
            return f"A session begins under rules number {rules}, with {', '.join(map(titled, seats))}."
        case c.Pledged(length=length):
            return f"The dice tower pledges {length} rolls and its shuffles."
        case c.Seated(seat=seat) if begun:
            return f"Somebody else takes the seat of {titled(seat)}."
        case c.Seated(seat=seat, word=word):
            return f"{titled(seat)} is seated{f' and brings the word {word!r}' if word else ''}."
        case c.Begun():
            return "The seats are taken, and play begins."
        case c.Posted(author=author, text=text) if text == UNKNOWN:
            return f"{titled(author)} writes a private post."
        case c.Posted(author=author, text=text):
            return f"{titled(author)} posts: {_short(text)}"
        case c.Remarked(author=author, text=text) if text == UNKNOWN:
            return f"{titled(author)} makes a private remark."
        case c.Remarked(author=author, text=text):
            return f"{titled(author)} remarks: {_short(text)}"
        case c.Noted(author=author, text=text) if text == UNKNOWN:
            return f"{titled(author)} writes a private note."
        case c.Noted(author=author, of=of) if of:
            return f"{titled(author)} withdraws the note of line {of}."
        case c.Noted(author=author, text=text, at=at):
            return f"{titled(author)} notes{f' at line {at}' if at != '0' else ''}: {_short(text)}"
        case c.Claimed(author=author, place=place, value=value) if value == UNKNOWN:
            return f"{titled(author)} makes a private claim about {place}."
        case c.Claimed(author=author, place=place, value=value):
            return f"{titled(author)} claims {place} = {value}."
        case c.IllegalMoveAccepted(author=author, rule_id=rule, reason=reason):
            return f"{titled(author)} keeps it although {rule} speaks against it: {_short(reason)}"
        case c.ItemRevealed(line=line, value=value) if value == UNKNOWN:
            return f"A seat learns what line {line} held."
        case c.ItemRevealed(line=line, value=value):
            return f"It is learnt that line {line} held {value}."
        case c.Ordered(seat=seat):
            return f"{titled(seat)} leaves a standing order."
        case c.HiddenInfoProbe(author=author, seat=seat, what=what) if what == UNKNOWN:
            return f"{_filer(author)} files for {titled(seat)} what hangs on something hidden."
        case c.HiddenInfoProbe(author=author, seat=seat, what=what):
            return f"{_filer(author)} files for {titled(seat)} what hangs on something hidden: {_short(what)}"
        case c.Adjusted(place=place, value=value, reason=reason):
            return f"A moderator sets {place} to {value}: {_short(reason)}"
        case c.Skipped(seat=seat, reason=reason):
            return f"{titled(seat)} is skipped: {_short(reason)}"
        case c.TakebackAsked(author=author, to=to, reason=reason):
            return f"{titled(author)} asks to go back to line {to}{f': {_short(reason)}' if reason else '.'}"
        case c.TakebackAnswered(seat=seat, agreed=agreed):
            return f"{titled(seat)} {'agrees to' if agreed else 'declines'} the takeback."
        case c.TakenBack(to=to):
            return f"Play goes back to the position of line {to}."
        case c.Redecided(of=of, kept=kept):
            return f"The move of line {of} {'stands as the table had it' if kept else 'is decided once more'}."
        case c.DisputeOpened(author=author, line=line, claim=claim) if claim == UNKNOWN:
            return f"{titled(author)} disputes line {line} in private."
        case c.DisputeOpened(author=author, line=line, claim=claim):
            return f"{titled(author)} disputes line {line}: {_short(claim)}"
        case c.Ruled(line=line, verdict=verdict, reason=reason, agreed=agreed) if agreed:
            return (
                f"{joined(list(map(titled, agreed)))} settle the dispute about line {line}, {verdict}: {_short(reason)}"
            )
        case c.Ruled(line=line, verdict=verdict, reason=reason):
            return f"A ruling on line {line}, {verdict}: {_short(reason)}"
        case c.RemedyProposed(author=author, dispute=dispute, way=way, change=change, reason=reason):
            how = f"{way}, {_short(change)}" if change else way
            return f"{titled(author)} proposes to settle the dispute of line {dispute}, {how}: {_short(reason)}"
        case c.RemedyAnswered(seat=seat, proposed=proposed, agreed=yes):
            return f"{titled(seat)} {'agrees to' if yes else 'declines'} the proposal of line {proposed}."
        case c.Compensated(line=line, seat=seat, place=place, change=change, when=when):
            at = "now" if when == "now" else f"at {titled(seat)}'s next turn"
            return f"By the ruling on line {line} {titled(seat)} gets {change} to {place}, {at}."
        case c.HouseRuled(line=line, text=text):
            return f"A house rule from here on, by the ruling on line {line}: {_short(text)}"
        case c.ClaimPublished(dispute=dispute, claim=claim):
            return f"What was claimed in line {dispute} is read to all: {_short(claim)}"
        case c.Appointed(role=role):
            return f"Somebody is appointed {role}."
        case c.PrivilegedView(by_role=role, view=view):
            seen = "the whole table" if view == OMNISCIENT else f"the view of {titled(view)}"
            return f"The {role} looks at {seen}."
        case c.Suspended(released=released, reason=reason):
            return f"The session is {'released' if released else 'held'}: {_short(reason)}"
        case c.SecretsOpened(to=to):
            return f"All that was sealed is opened {_ADVERBS.get(to, to)}."
        case c.Triaged(finding=finding, status=status):
            return f"Finding {finding} is marked {status}."
        case c.HostKey(key=key, good=good):
            stolen = f"; heads that the key before signed behind line {good} are not to be believed" if good else ""
            return f"From here on the log is signed with the key {key[:32]}{stolen}."
    assert_never(event)


def _filer(author: str) -> str:
    """Who files for a seat, at the beginning of a sentence."""
    return f"The {author.replace('-', ' ')}" if author in ROLES or author.startswith("judge-") else titled(author)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _MOST else f"{line[: _MOST - 1]}\u2026"
