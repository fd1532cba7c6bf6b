"""The game value of Doctor Who: Time of the Daleks, which connects all its parts."""

from projections.game import Editor, Game, Rules, StandingOrders, View
from projections.games.daleks.board import charts, inks
from projections.games.daleks.board.draw import draw
from projections.games.daleks.board.text import text
from projections.games.daleks.editor.moderation import mend
from projections.games.daleks.events import VOCABULARY
from projections.games.daleks.events.adventure_effects import AdventureBegan
from projections.games.daleks.events.effects import AnomalyTaken, DalekPlaced
from projections.games.daleks.events.moves import AnyMove
from projections.games.daleks.notation import orders, wordings
from projections.games.daleks.notation.table import INTERJECTIONS, TABLE
from projections.games.daleks.odds.chances import odds
from projections.games.daleks.options import Options
from projections.games.daleks.prose import awaiting, card_text, places, sentences
from projections.games.daleks.prose.claim_words import claim_words
from projections.games.daleks.prose.differ import differ
from projections.games.daleks.prose.recap import hand, recap, totals
from projections.games.daleks.rules import invariants, setup
from projections.games.daleks.rules.decide import MOVE_RULES, decide
from projections.games.daleks.rules.legal import legal, silence, unsaid
from projections.games.daleks.rules.status import status
from projections.games.daleks.state import fields, names, numbers
from projections.games.daleks.state.position import Position
from projections.games.daleks.state.reducer import reducer
from projections.meta import meta_of
from projections.notation.lines import PatternNotation

GAME: Game[Position, AnyMove] = Game(
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
        numbering=numbers.NUMBERING,
    ),
    notation=PatternNotation(lambda: GAME, TABLE),
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
        claim_words=claim_words,
        explain_difference=differ,
        totals=totals,
        hand=hand,
        summarize=recap,
        turn_words=awaiting.turn_words,
        odds=odds,
        charts=charts.CHARTS,
        dark_palette=inks.DARK_MODE,
        timeline_markers={"Daleks": (DalekPlaced,), "Time Anomalies": (AnomalyTaken,), "Adventures": (AdventureBegan,)},
    ),
    editor=Editor(edit=mend, fields=fields.FIELDS, setup_options=setup.dealt_options),
    orders=StandingOrders(answer=orders.answer, refusal=orders.heeds, examples=orders.EXAMPLES, is_open=orders.is_open),
    interjections=INTERJECTIONS,
)
