"""Sentences for session events, which games never see."""

from collections.abc import Sequence
from typing import Final, assert_never

from events import session_events as c
from events.entry import ROLES, Entry
from events.events import ALL, OMNISCIENT, UNKNOWN, Move, SessionEvent, Started
from projections.wording import joined, titled

_ADVERBS: Final = {"": "to nobody", "all": "to all", "seats": "to the seats", "auditor": "to an auditor"}
_VERDICTS: Final = {
    "stand": "let it stand", "fix": "correct the move", "rewind": "take the move back", "compensate": "compensate",
}  # fmt: skip
_RESIGNATIONS: Final = {"end": "the game ends", "play on": "the others play on"}
_TRUST: Final = {
    "ask": "authors confirm each reading of a post in plain words",
    "sure": "certain readings of posts in plain words are recorded without a question",
    "notation": "only notation is read in the thread that the session follows",
}
_MOST: Final = 160  # most characters of a typed text in a sentence


def verdict_words(verdict: str) -> str:
    """Return a verdict in words."""
    return _VERDICTS.get(verdict, verdict)


def on_behalf(entry: Entry, seats: Sequence[str]) -> str:
    """Return in words who wrote an entry for a seat, "" if the seat, an import or the dice roller wrote it."""
    event = entry.event
    speaker = event.speaker if isinstance(event, SessionEvent) else "player" if isinstance(event, Move) else ""
    seat = getattr(event, speaker, "")
    if seat not in seats or entry.by in (seat, OMNISCIENT, "tower"):
        return ""
    if entry.by == "order":
        return f"by a standing order of {titled(seat)}"
    writer = titled(entry.by) if entry.by in seats else f"the {entry.by.replace('-', ' ')}"
    return f"by {writer} for {titled(seat)}"


def session_event_sentence(  # noqa: C901, PLR0911, PLR0912  # one case for each event
    event: Started | c.AnySessionEvent, *, begun: bool = False
) -> str:
    """Return a sentence for a session event; `begun` is true if play began before it."""
    match event:
        case Started(seats=seats, rules=rules):
            return f"The session begins under rules version {rules}, with {', '.join(map(titled, seats))}."
        case c.Pledged(length=length):
            return f"The dice roller commits to {length} rolls and to its shuffles."
        case c.Seated(seat=seat) if begun:
            return f"Another player takes the seat of {titled(seat)}."
        case c.Seated(seat=seat, word=word):
            return f"{titled(seat)} takes a seat{f', with the player seed {word!r}' if word else ''}."
        case c.Begun():
            return "All seats are taken, and play begins."
        case c.Posted(text=text) | c.Remarked(text=text) | c.Noted(text=text) if text == UNKNOWN:
            return f"{titled(event.author)} {_hidden_text(event)}."
        case c.Posted(author=author, text=text):
            return f"{titled(author)} posts: {_short(text)}"
        case c.Remarked(author=author, text=text):
            return f"{titled(author)} remarks: {_short(text)}"
        case c.Noted(author=author, of=of) if of:
            return f"{titled(author)} withdraws the note of entry {of}."
        case c.Noted(author=author, text=text, at=at):
            return f"{titled(author)} notes{f' at entry {at}' if at != '0' else ''}: {_short(text)}"
        case c.Claimed(author=author, place=place, value=value) if value == UNKNOWN:
            return f"{titled(author)} declares the value of {place} in private."
        case c.Claimed(author=author, place=place, value=value):
            return f"{titled(author)} declares {place} = {value}."
        case c.IllegalMoveAccepted(author=author, rule_id=rule, reason=reason):
            return f"{titled(author)} accepts the move although it breaks {rule}: {_short(reason)}"
        case c.ItemRevealed(line=line, value=value) if value == UNKNOWN:
            return f"A seat learns the hidden value of entry {line}."
        case c.ItemRevealed(line=line, value=value):
            return f"The hidden value of entry {line} becomes known: {value}."
        case c.Ordered(seat=seat):
            return f"{titled(seat)} leaves a standing order."
        case c.HiddenInfoProbe(author=author, seat=seat, what=what):
            told = "." if what == UNKNOWN else f": {_short(what)}"
            is_role = author in ROLES or author.startswith("judge-")
            who = f"The {author.replace('-', ' ')}" if is_role else titled(author)
            return f"{who} submits a move for {titled(seat)} that depends on hidden information{told}"
        case c.Adjusted(place=place, value=value, reason=reason):
            return f"The moderator sets {place} to {value}: {_short(reason)}"
        case c.Skipped(seat=seat, reason=reason):
            return f"{titled(seat)} is skipped: {_short(reason)}"
        case c.TakebackAsked(author=author, to=to, reason=reason):
            return f"{titled(author)} asks to go back to entry {to}{f': {_short(reason)}' if reason else '.'}"
        case c.TakebackAnswered(seat=seat, agreed=agreed):
            return f"{titled(seat)} {'agrees to' if agreed else 'declines'} the takeback."
        case c.TakenBack(to=to):
            return f"Play returns to the position after entry {to}."
        case c.Redecided(of=of, kept=kept):
            return f"The move of entry {of} is {'accepted as played' if kept else 'played again after a correction'}."
        case c.DisputeOpened(author=author, line=line, claim=claim) if claim == UNKNOWN:
            return f"{titled(author)} disputes entry {line} in private."
        case c.DisputeOpened(author=author, line=line, claim=claim):
            return f"{titled(author)} disputes entry {line}: {_short(claim)}"
        case c.Ruled(line=line, verdict=verdict, reason=reason, agreed=agreed) if agreed:
            sides = joined(list(map(titled, agreed)))
            return f"{sides} settle the dispute about entry {line} ({verdict_words(verdict)}): {_short(reason)}"
        case c.Ruled(line=line, verdict=verdict, reason=reason):
            return f"A ruling on entry {line} ({verdict_words(verdict)}): {_short(reason)}"
        case c.RemedyProposed(author=author, dispute=dispute, way=way, change=change, reason=reason):
            how = f"{verdict_words(way)}{f', {_short(change)}' if change else ''}"
            return f"{titled(author)} proposes to settle the dispute of entry {dispute} ({how}): {_short(reason)}"
        case c.RemedyAnswered(seat=seat, proposed=proposed, agreed=yes):
            return f"{titled(seat)} {'agrees to' if yes else 'declines'} the proposal of entry {proposed}."
        case c.Compensated(line=line, seat=seat, place=place, change=change, when=when):
            at = "now" if when == "now" else f"at {titled(seat)}'s next turn"
            return f"By the ruling on entry {line}, {titled(seat)} gets {change} to {place}, {at}."
        case c.HouseRuled(line=line, text=text):
            return f"A house rule applies from here on, by the ruling on entry {line}: {_short(text)}"
        case c.ClaimPublished(dispute=dispute, claim=claim):
            return f"The private claim of entry {dispute} is published: {_short(claim)}"
        case c.Appointed(role=role):
            return f"A {role} is appointed."
        case c.PrivilegedView(by_role=role, view=view):
            seen = "all secrets" if view == OMNISCIENT else f"the view of {titled(view)}"
            return f"The {role} views {seen}."
        case c.Suspended(released=released, reason=reason):
            return f"The session is {'unlocked' if released else 'locked'}: {_short(reason)}"
        case c.SecretsOpened(to=to):
            return f"All hidden values are opened {_ADVERBS.get(to, to)}."
        case c.ResignationPolicy() | c.Resigned() | c.EndProposed() | c.EndAnswered() | c.Closed() | c.Reopened():
            return _ending_sentence(event)
        case c.TrustPolicy() | c.RecordedUnasked() | c.PostOrigin() | c.Triaged() | c.HostKey():
            return _service_sentence(event)
    assert_never(event)


def _ending_sentence(
    event: c.ResignationPolicy | c.Resigned | c.EndProposed | c.EndAnswered | c.Closed | c.Reopened,
) -> str:
    match event:
        case c.ResignationPolicy(policy=policy):
            return f"The group has agreed that {_RESIGNATIONS.get(policy, policy)} if a player resigns."
        case c.Resigned(seat=seat, reason=reason):
            return f"{titled(seat)} resigns{_because(reason)}"
        case c.EndProposed(author=author, reason=reason):
            return f"{titled(author)} proposes to close the session{_because(reason)}"
        case c.EndAnswered(seat=seat, agreed=agreed):
            return f"{titled(seat)} {'agrees' if agreed else 'declines'} to close the session."
        case c.Closed(how=how, seats=seats, reason=reason):
            done = {"agreed": "by agreement", "resigned": f"because {joined(list(map(titled, seats)))} resigned"}
            return f"The session is closed {done.get(how, 'by the moderator')}{_because(reason)}"
        case c.Reopened(reason=reason):
            return f"The session is reopened, with all its seats{_because(reason)}"


_PROOFS: Final = {
    "none": "The thread does not confirm who wrote it.", "account": "Its author was logged in there.",
}  # fmt: skip


def _service_sentence(event: c.TrustPolicy | c.RecordedUnasked | c.PostOrigin | c.Triaged | c.HostKey) -> str:
    match event:
        case c.Triaged(finding=finding, status=status):
            return f"Finding {finding} is marked {status}."
        case c.HostKey(key=key, good=good):
            stolen = f"; do not trust signatures of the previous key after entry {good}" if good else ""
            return f"The log is signed with the key {key[:32]} from here on{stolen}."
        case c.TrustPolicy(policy=policy):
            return f"From here on, {_TRUST.get(policy, f'posts in plain words are read as {policy}')}."
        case c.RecordedUnasked(certainty=certainty):
            return f"The post is recorded without a question: its reading is {certainty / 10:.1f} % certain."
        case c.PostOrigin(author=author, source=source, post=post, proof=proof):
            fetched = (
                f"The post of {titled(author)} was fetched from the followed thread ({source}, post {_short(post)})"
            )
            return f"{fetched}. {_PROOFS.get(proof, f'The mail server has checked the sender ({proof}).')}"


def _because(reason: str) -> str:
    words = _short(reason)
    return f": {words}{'' if words.endswith(('.', '!', '?')) else '.'}" if words else "."


def _hidden_text(event: c.Posted | c.Remarked | c.Noted) -> str:
    if isinstance(event, c.Posted) and event.audience != ALL:
        return "writes a post (hidden: it names a hidden card)"
    kind = {c.Posted: "writes a private post", c.Remarked: "makes a private remark"}
    return kind.get(type(event), "writes a private note")


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _MOST else f"{line[: _MOST - 1]}\u2026"
