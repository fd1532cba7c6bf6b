"""The next task and everything unfinished, in words, the newest first."""

from collections.abc import Iterator

from projections.games.daleks.prose import card_text, console_sentences, effect_sentences
from projections.games.daleks.rules import challenge, cost_parts, pool, status
from projections.games.daleks.state import names
from projections.games.daleks.state.position import TURN_CAP, Adventure, Debt, Position
from projections.games.daleks.state.tray import dice_left
from projections.window import Window
from projections.wording import clean, counted, joined


def turn_words(position: Position) -> tuple[str, str]:
    """Return two texts: the number of the turn, and the next task without a full stop."""
    number = f"Turn {position.turn}, round {position.round}" if position.turn else "Set-up"
    if position.step == "over":
        return number, over_words(position)
    step, awaited = status.due(position)
    who = joined([names.seat_name(position, seat) for seat in awaited])
    if not who:
        return number, "the table is laid out" if position.step == "set-up" else status.WORDS.get(step, clean(step))
    return number, f"{who} to {status.WORDS.get(step, clean(step))}"


def over_words(position: Position) -> str:
    """Return a sentence about how the game ended: who won, or that the Daleks won."""
    winners = joined([names.seat_doctor(position, seat) for seat in position.winners])
    verb = "win" if len(position.winners) > 1 else "wins"
    won = f"{winners} {verb}" if winners else "no player wins" if position.how == TURN_CAP else "the Daleks win"
    return f"the game is over ({clean(position.how)}): {won}"


def pending(position: Position, *, tray: bool = True) -> Iterator[str]:
    """Yield a sentence for each unfinished task, the newest first; without the Adventure if `tray` is false."""
    for thing in reversed(position.stack):
        match thing:
            case Window(name=name, awaited=awaited):
                seats = joined([names.seat_name(position, seat) for seat in awaited]) or "Nobody"
                yield f"{seats} may play a card {effect_sentences.before_what(name)}, or pass."
            case Debt():
                yield _debt(position, thing)
            case Adventure() if tray:
                yield from _adventure(position, thing)


def _debt(position: Position, debt: Debt) -> str:
    unit = cost_parts.unit_due(debt)
    what = f"next: {card_text.part_words(unit)}" if unit else f"choose one: {card_text.options_words(debt.options)}"
    left = f" ({debt.left} parts are left)" if debt.left > 1 else ""
    cost = console_sentences.cost_words(position, debt.kind, debt.source)
    return f"{names.seat_name(position, debt.seat)} must carry out {cost}; {what}{left}."


def against(position: Position, adventure: Adventure) -> str:
    """Return the place and the opponent of an Adventure: `at Mars Past against Sutekh`."""
    return f"at {names.in_zone(position, adventure.place, adventure.zone)}{foe(position, adventure)}"


def foe(position: Position, adventure: Adventure) -> str:
    """Return the opponent of an Adventure as words that begin with a space, ` against Sutekh`; "" without a Dilemma."""
    place = position.place(adventure.place)
    slot = place.slots[adventure.zone] if place and 0 <= adventure.zone < len(place.slots) else None
    return f" against {names.dilemma_name(position, slot.dilemma)}" if slot and slot.dilemma else ""


def _adventure(position: Position, now: Adventure) -> Iterator[str]:
    under = f" under {card_text.conditions_row(now.conditions)}" if now.conditions else ""
    where = against(position, now)
    stage = status.WORDS.get(now.stage, clean(now.stage))
    if now.over:
        yield f"{names.whose(position, now.seat)} Adventure {where} {'succeeded' if now.won else 'failed'}."
        return
    yield f"{names.whose(position, now.seat)} Adventure {where}{under}: {stage}."
    if now.helper:
        how = {"afar": "from afar", "here": "at the Location"}.get(now.manner, "and must choose how")
        yield f"{names.seat_name(position, now.helper)} helps {how}."
    rolled = [die for die in dice_left(*now.pools) if die.symbol]
    left = challenge.missing_symbols(now.symbols, rolled)
    met = len(now.symbols) - len(left)
    tail = f"; missing: {names.symbols_row(left)}" if left and rolled else ""
    asked = f"Challenge: {names.symbols_row(now.symbols)}"
    yield f"{asked}; {met} of {len(now.symbols)} met{tail}." if rolled else f"{asked}."
    if now.stage in ("pool", "cut", "exterminate") and (owed := pool.owed_dice(position, now)):
        later = "" if now.stage == "exterminate" else " before the roll"
        yield f"Dalek markers exterminate {counted(owed, 'die', 'dice')}{later}."


def turn_state(position: Position, *, tasks: bool = True) -> Iterator[str]:
    """Yield sentences on the state of this turn, not on unfinished tasks; on Task anomalies only with `tasks`."""
    if position.step == "set-up" and any(not position.console(seat).doctor for seat in position.seats):
        taken = {console.doctor for console in position.consoles.values()}
        free = [clean(one.name) for name, one in position.box.doctor.items() if name not in taken]
        yield f"Doctors to choose from: {joined(free) or 'none'}."
    if position.answer:
        who = names.seat_name(position, position.player) if position.answer == "choose" else "The TARDIS"
        yield f"{who} decides where to go (TARDIS die)."
    if position.found:
        yield f"Drawn Locations: {joined([names.location_name(position, one) for one in position.found])}."
    for step in position.missed:
        yield f"Skipped in this turn: {effect_sentences.step_words(step)}."
    home = [names.whose(position, seat) for seat in position.arrived]
    if home and position.step != "over":
        yield f"On Gallifrey: {joined(home)} TARDIS. A TARDIS that is there in the Daleks' turn wins."
    for task in position.tasks if tasks else ():
        printed = position.box.anomaly.get(task.anomaly)
        done = f" ({counted(task.done, 'task')} done)" if task.done else ""
        words = f": {card_text.anomaly_words(printed)}" if printed else ""
        yield f"In force: {names.anomaly_name(position, task.anomaly)}{done}{words}."
