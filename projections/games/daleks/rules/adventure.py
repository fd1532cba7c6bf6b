"""How an Adventure begins: a Doctor meets the challenge of a zone, if there is one, and gathers the starting pool."""

from collections import Counter
from collections.abc import Iterator

from projections.draft import Draft
from projections.games.daleks.components.box import Icon
from projections.games.daleks.events.adventure_effects import AdventureBegan, DiceGathered, DieGone
from projections.games.daleks.events.moves import Gather
from projections.games.daleks.rules.anomalies import available
from projections.games.daleks.rules.challenge import challenge_at
from projections.games.daleks.rules.icons import icons_of, on_console
from projections.games.daleks.rules.stages import POOLS, go_to_stage, is_untouched, stage_objections
from projections.games.daleks.rules.turns import go_to_step
from projections.games.daleks.state.position import Adventure, Pool, Position
from projections.games.daleks.state.tray import dice_left, fresh_names, pool_of
from projections.objections import Objection, require_all
from projections.wording import titled

Gathered = tuple[str, tuple[str, ...]]
"""A card, and the colours of the dice that it adds."""


def begin_adventure(draft: Draft[Position], seat: str) -> bool:
    """Let a Doctor meet the challenge of the zone where the Doctor is. Returns whether there is one.

    Rules:
        TOD-ADV-01 the Adventure follows Travel (AMB-15: it is compulsory); TOD-CHAL-01 and TOD-CHAL-03 what is to be
        met; AMB-17 nothing is where the Dilemma was solved.
    """
    place, zone = draft.now.at.get(seat, (0, 0))
    found = challenge_at(draft.now, place, zone)
    if found is None or draft.now.is_over:
        return False
    go_to_step(draft, "adventure")
    began = AdventureBegan(seat=seat, place=place, zone=zone, symbols=found.symbols, conditions=found.conditions)
    draft.add(began, "TOD-CHAL-01")
    return True


def _adding(position: Position, seat: str) -> list[tuple[str, Icon]]:
    """The icons that add dice on a console, each with its card; cards that gave their dice already are left out."""
    now = position.adventure
    given = {die.card for die in pool_of(now, seat).dice if die.gone != "returned"} if now else set()
    cards = [card for card in on_console(position, seat) if card not in given]
    return [(card, icon) for card in cards for icon in icons_of(position, card) if icon.does == "add"]


def split_icons(position: Position, seat: str) -> tuple[Icon, ...]:
    """The icons of a console that add a die of a colour still to be chosen, in the order of `Gather.colours`."""
    return tuple(icon for _, icon in _adding(position, seat) if len(icon.colours) > 1)


def _starting(position: Position, seat: str, colours: tuple[str, ...] = ()) -> list[Gathered]:
    """The dice of the starting pool by card; no more of a colour than can be used."""
    chosen, now = list(colours), position.adventure
    held = Counter(die.colour for die in dice_left(pool_of(now, seat))) if now else Counter[str]()
    dice: dict[str, list[str]] = {}
    for card, icon in _adding(position, seat):
        colour: str = icon.colours[0]
        if len(icon.colours) > 1 and chosen:
            colour = chosen.pop(0)
        for _ in range(icon.amount):
            if held[colour] < available(position, colour):
                held[colour] += 1
                dice.setdefault(card, []).append(colour)
    return [(card, tuple(row)) for card, row in dice.items()]


def starting_dice(position: Position, seat: str) -> tuple[str, ...]:
    """The names of the dice that a seat is still to gather; none where an icon leaves it to choose a colour."""
    now = position.adventure
    if now is None or pool_of(now, seat).gathered or split_icons(position, seat):
        return ()
    return fresh_names(now, [colour for _, colours in _starting(position, seat) for colour in colours])


def gather_objections(position: Position, move: Gather) -> list[Objection]:
    """What speaks against gathering the starting pool."""
    return list(_gather_objections(position, move))


def _gather_objections(position: Position, move: Gather) -> Iterator[Objection]:
    now, seat = position.adventure, move.player
    caller = now is not None and seat == now.seat
    if found := stage_objections(position, seat, *(("recruit", *POOLS) if caller else POOLS)):
        yield from found
        return
    if now and pool_of(now, seat).gathered:
        yield Objection("TOD-POOL-01", False, f"the starting pool is gathered once: that of {titled(seat)} has been")
    split = split_icons(position, seat)
    if len(split) != len(move.colours):
        yield Objection(
            "TOD-POOL-01",
            False,
            f"choose a colour for each split icon: there {'is' if len(split) == 1 else 'are'} {len(split) or 'none'}",
        )
    for icon, colour in zip(split, move.colours, strict=False):
        if colour not in icon.colours:
            yield Objection(
                "TOD-POOL-01", False, f"choose {' or '.join(icon.colours)} for a split icon, not {colour[:40]}"
            )


def gather(draft: Draft[Position], move: Gather) -> None:
    """Gather the starting pool; the caller's recruiting is over then.

    Rules:
        TOD-POOL-01 all icons that add dice on Doctor, Companions and installed Equipment; TOD-RECR-08 part-time
        Companions too; TOD-LIM-04 imprisoned dice cannot be used, and one pool never has more than the box (AMB-32);
        TOD-HELP-27 a helper gathers a full pool as well. After a regeneration the new Doctor's are gathered (AMB-30).
    """
    require_all(draft, *gather_objections(draft.now, move))
    gathered = _starting(draft.now, move.player, move.colours)
    draft.add(move)
    now = draft.now.adventure
    if now is None:
        return
    if now.stage == "recruit":
        go_to_stage(draft, "pool", "TOD-ADV-01")
    for card, colours in gathered:
        add_dice(draft, move.player, card, colours, "TOD-POOL-01")


def add_dice(draft: Draft[Position], seat: str, card: str, colours: tuple[str, ...], rule: str) -> None:
    """Add dice of these colours to a seat's pool, each under a name of its own."""
    now = draft.now.adventure
    if now is None:
        return
    if names := fresh_names(now, colours):
        draft.add(DiceGathered(seat=seat, card=card, dice=names), rule)


def update_pools(draft: Draft[Position]) -> None:
    """Let pools follow what an anomaly or a regeneration has just changed (AMB-30).

    While a pool is built up, dice of a card that is no longer on the console go back, and it is gathered anew.
    Imprisoned dice go at any time.

    Rules:
        TOD-POOL-01 the dice of one's own cards; TOD-REG-01 regenerating acts at once; TOD-ATASK-02 and TOD-LIM-04
        nobody can use imprisoned dice.
    """
    now = draft.now.adventure
    if now is None or now.over or draft.now.is_over:
        return
    shared = Counter[str]()
    for pool in now.pools:
        built = is_untouched(now, pool.seat)
        for name, how in _out_of_date(draft.now, pool, Counter[str]() if built else shared, built=built):
            draft.add(DieGone(die=name, how=how), "TOD-POOL-01" if how == "returned" else "TOD-LIM-04")


def _out_of_date(position: Position, pool: Pool, held: Counter[str], *, built: bool) -> list[tuple[str, str]]:
    """The dice of a pool that its cards do not give any more, or that lie on a Task, and how they leave.

    `held` counts the dice that stay, by colour; pools that are cut have theirs together.
    """
    box, cards = position.box, on_console(position, pool.seat)
    names = []
    for die in dice_left(pool):
        if built and (die.card in box.doctor or die.card in box.companion) and die.card not in cards:
            names.append((die.name, "returned"))
        elif held[die.colour] >= available(position, die.colour):
            names.append((die.name, "imprisoned"))
        else:
            held[die.colour] += 1
    return names


def go_on_with_turn(draft: Draft[Position]) -> None:
    """Go on with the turn where nothing is left to be finished first.

    Rules:
        TOD-ROUND-04 the steps in their order; TOD-ADV-01 an Adventure waits in a zone with a challenge (AMB-15), and in
        no other (AMB-17); what moving costs is paid before it.
    """
    now = draft.now
    if now.is_over or now.step != "adventure" or any(not _is_over(thing) for thing in now.stack):
        return
    if not now.adventured and has_open_challenge(now, now.player):
        begin_adventure(draft, now.player)
    else:
        go_to_step(draft, "finish", "TOD-ROUND-04")


def _is_over(thing: object) -> bool:
    return isinstance(thing, Adventure) and thing.over


def has_open_challenge(position: Position, seat: str) -> bool:
    """Whether something is left to be met in the zone where a Doctor is."""
    number, zone = position.at.get(seat, (0, 0))
    place = position.place(number)
    if place is None:
        return False
    if place.location in position.box.anomaly:
        return True
    return zone < len(place.slots) and bool(place.slots[zone].dilemma)
