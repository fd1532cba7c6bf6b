"""Changes to the stack of unfinished actions: announcements, cards about to be destroyed, combat, Hits."""

from sys import intern

from projections.games.ccg.events import combat_effects as c
from projections.games.ccg.state.piles import put_in
from projections.games.ccg.state.position import Announcement, Doom, Fight, Hit, Position
from projections.window import with_changed


def with_announcement(position: Position, event: c.Announced | c.AnnouncementEnded | c.Doomed | c.CardKept) -> Position:
    """Return the position after an announcement, its end, or a change to cards about to be destroyed."""
    stack = position.stack
    match event:
        case c.Announced():
            told = {name: getattr(event, name) for name in event.__struct_fields__}
            return position.replace(stack=(*stack, Announcement(**told)))
        case c.AnnouncementEnded(place=place):
            left = tuple(one for one in stack if not (isinstance(one, Announcement) and one.place == place))
            return position.replace(stack=left)
        case c.Doomed(cards=cards, how=how, outright=outright):
            others = tuple(one for one in stack if not isinstance(one, Doom))
            return position.replace(stack=(*others, Doom(cards, intern(how), outright)) if cards else others)
        case c.CardKept(card=number, how=how):
            play = tuple(
                card.replace(
                    changes=tuple(change for change in card.changes if change.constant), kept="", sided=True
                )
                if card.n == number and how == "regenerate"
                else card
                for card in position.play
            )  # fmt: skip
            return position.replace(play=play)


def with_combat(  # noqa: PLR0911  # one return for each event
    position: Position,
    event: c.AttackBegun | c.CombatantNamed | c.CombatEnded | c.HitDue | c.HitShielded | c.HitPrevented
    | c.TimeCardLost | c.HitsOver,
) -> Position:  # fmt: skip
    """Return the position after an event of combat or Hits."""
    match event:
        case c.AttackBegun(attacker=attacker, defender=defender):
            others = tuple(one for one in position.stack if not isinstance(one, Fight))
            fight = Fight(attacker, defender, "fight" if defender else "name")
            return position.replace(stack=(*others, fight), attacked=True)
        case c.CombatantNamed(card=card):
            declined = not card and position.step == "name"
            return with_changed(position, Fight, defender=card, state="fight" if card else "hit", declined=declined)
        case c.CombatEnded():
            return position.replace(stack=tuple(one for one in position.stack if not isinstance(one, Fight)))
        case c.HitDue(player=player, attack=made):
            return position.replace(stack=(*position.stack, Hit(player, made)))
        case c.HitShielded(player=player):
            return position.replace(shields={**position.shields, player: position.shields.get(player, 0) + 1})
        case c.HitPrevented(player=player):
            left = max(0, position.shields.get(player, 0) - 1)
            return _no_hit(position).replace(shields={**position.shields, player: left})
        case c.TimeCardLost(player=player, card=card):
            stack = position.times.get(player, ())
            if not stack:
                return _no_hit(position)
            times = {**position.times, player: stack[1:]}
            return _no_hit(position).replace(times=times, lost=put_in(position.lost, player, card))
        case c.HitsOver(again=again):
            under_way = position.fight
            return with_changed(position, Fight, again=again, hits=under_way.hits + 1) if under_way else position


def _no_hit(position: Position) -> Position:
    at = max((at for at, one in enumerate(position.stack) if isinstance(one, Hit)), default=len(position.stack))
    return position.replace(stack=position.stack[:at] + position.stack[at + 1 :])
