"""The game object: rules, notation, view, editor and standing orders of Risk: The Dalek Invasion of Earth."""

from projections.game import Editor, Game, Rules, StandingOrders, View
from projections.games.risk import events as e, options
from projections.games.risk.board import armies, charts
from projections.games.risk.board.draw import draw
from projections.games.risk.board.map import DARK_MODE
from projections.games.risk.board.text import text
from projections.games.risk.editor.moderation import mend
from projections.games.risk.notation import orders, table, wordings
from projections.games.risk.odds.chances import odds
from projections.games.risk.prose import awaiting, card_text, effect_sentences, places, sentences
from projections.games.risk.prose.recap import hand, recap, totals
from projections.games.risk.rules import battle, invariants, setup
from projections.games.risk.rules.decide import MOVE_RULES, AnyMove, decide
from projections.games.risk.rules.legal import legal, silence, unsaid
from projections.games.risk.rules.status import status
from projections.games.risk.state import fields, names
from projections.games.risk.state.position import World
from projections.games.risk.state.reducer import reducer
from projections.meta import meta_of
from projections.notation.lines import PatternNotation

GAME: Game[World, AnyMove] = Game(
    meta=meta_of(__package__),
    options=options.Options,
    vocabulary=e.VOCABULARY,
    rules=Rules(
        initial=setup.table,
        setup=setup.deal,
        moves=MOVE_RULES,
        decide=decide,
        reducer=reducer,
        legal=legal,
        implied_pass=silence,
        skips_resigned=True,
        status=status,
        implied_move=unsaid,
        pile_cards=setup.pile,
        invariants=invariants.INVARIANTS,
        roller=battle.thrower,
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
        explain_difference=effect_sentences.differ,
        totals=totals,
        hand=hand,
        summarize=recap,
        turn_words=awaiting.turn_words,
        odds=odds,
        charts=charts.CHARTS,
        timeline_markers={"conquests": (e.TerritoryTaken,), "defeated armies": (e.ArmyDefeated,)},
        dark_palette=DARK_MODE,
    ),
    editor=Editor(edit=mend, fields=fields.FIELDS, setup_options=setup.dealt_options),
    orders=StandingOrders(answer=orders.answer, refusal=orders.heeds, examples=orders.EXAMPLES, is_open=orders.is_open),
    usual_seats=armies.COLOURS,
)
