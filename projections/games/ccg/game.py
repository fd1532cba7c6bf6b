"""The Doctor Who Collectible Card Game of 1996: make the opponent lose the last Time card."""

from projections.game import Editor, Game, Rules, StandingOrders, View
from projections.games.ccg.board import charts, inks
from projections.games.ccg.board.draw import draw
from projections.games.ccg.board.text import text
from projections.games.ccg.editor.moderation import mend
from projections.games.ccg.events import VOCABULARY, combat_effects as c, moves as m
from projections.games.ccg.notation import orders, table, wordings
from projections.games.ccg.options import Options
from projections.games.ccg.prose import awaiting, card_text, places, sentences, use_text
from projections.games.ccg.prose.recap import hand, recap, totals
from projections.games.ccg.rules import exceptions, interpretation, invariants, setup, windows
from projections.games.ccg.rules.decide import MOVE_RULES, decide
from projections.games.ccg.rules.legal import legal, silence, unsaid
from projections.games.ccg.rules.status import status
from projections.games.ccg.state import fields, names, zones
from projections.games.ccg.state.position import Position
from projections.games.ccg.state.reducer import reducer
from projections.meta import meta_of
from projections.notation.lines import PatternNotation

GAME: Game[Position, m.AnyMove] = Game(
    meta=meta_of(__package__),
    options=Options,
    vocabulary=VOCABULARY,
    rules=Rules(
        initial=setup.table,
        setup=setup.deal,
        moves=MOVE_RULES,
        decide=decide,
        reducer=reducer,
        legal=legal,
        implied_pass=silence,
        implied_move=unsaid,
        status=status,
        pile_cards=setup.pile,
        pile_index=setup.spot,
        invariants=invariants.INVARIANTS,
        numbering=zones.NUMBERING,
        any_time_moves=windows.other_stops,
        waived_rules=exceptions.waived_rules,
        default_ruling=interpretation.proposed_ruling,
    ),
    notation=PatternNotation(lambda: GAME, table.TABLE),
    wordings=wordings.WORDINGS,
    view=View(
        draw=draw,
        text=text,
        sentence=sentences.SENTENCES,
        seat_name=names.seat_name,
        cards=card_text.cards_named_in,
        field_label=places.place,
        field_value=places.value,
        pile_name=names.pile_name,
        claim_words=places.claim_words,
        explain_difference=sentences.differ,
        totals=totals,
        hand=hand,
        summarize=recap,
        turn_words=awaiting.turn_words,
        object_name=use_text.numbered,
        charts=charts.CHARTS,
        dark_palette=inks.DARK_MODE,
        timeline_markers={"attacks": (c.AttackBegun,), "lost Time cards": (c.TimeCardLost,)},
    ),
    editor=Editor(edit=mend, fields=fields.FIELDS, setup_options=setup.dealt_options),
    orders=StandingOrders(answer=orders.answer, refusal=orders.heeds, examples=orders.EXAMPLES, is_open=orders.is_open),
    interjections=table.INTERJECTIONS,
)
