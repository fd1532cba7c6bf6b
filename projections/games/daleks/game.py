"""The game value of Doctor Who: Time of the Daleks, which connects all its parts."""

from projections.game import Editor, Game, Rules, StandingOrders, View
from projections.games.daleks.board.charts import CHARTS
from projections.games.daleks.board.draw import draw
from projections.games.daleks.board.inks import DARK_MODE
from projections.games.daleks.board.text import text
from projections.games.daleks.editor.moderation import mend
from projections.games.daleks.events import VOCABULARY
from projections.games.daleks.events.adventure_effects import AdventureBegan
from projections.games.daleks.events.effects import AnomalyTaken, DalekPlaced
from projections.games.daleks.events.moves import AnyMove
from projections.games.daleks.notation.orders import EXAMPLES, answer, heeds, is_open
from projections.games.daleks.notation.table import INTERJECTIONS, TABLE
from projections.games.daleks.notation.wordings import WORDINGS
from projections.games.daleks.odds.chances import odds
from projections.games.daleks.options import Options
from projections.games.daleks.prose.awaiting import turn_words
from projections.games.daleks.prose.card_text import cards_named_in
from projections.games.daleks.prose.claim_words import claim_words
from projections.games.daleks.prose.differ import differ
from projections.games.daleks.prose.places import place, value
from projections.games.daleks.prose.recap import hand, recap, totals
from projections.games.daleks.prose.sentences import SENTENCES
from projections.games.daleks.rules.decide import MOVE_RULES, decide
from projections.games.daleks.rules.invariants import INVARIANTS
from projections.games.daleks.rules.legal import legal, silence, unsaid
from projections.games.daleks.rules.setup import deal, dealt_options, pile, spot, table
from projections.games.daleks.rules.status import status
from projections.games.daleks.state.fields import FIELDS
from projections.games.daleks.state.names import pile_name, seat_name
from projections.games.daleks.state.numbers import NUMBERING
from projections.games.daleks.state.position import Position
from projections.games.daleks.state.reducer import reducer
from projections.meta import meta_of
from projections.notation.lines import FormNotation

GAME: Game[Position, AnyMove] = Game(
    meta=meta_of(__package__),
    options=Options,
    vocabulary=VOCABULARY,
    rules=Rules(
        initial=table,
        setup=deal,
        moves=MOVE_RULES,
        decide=decide,
        reducer=reducer,
        legal=legal,
        implied_pass=silence,
        implied_move=unsaid,
        status=status,
        pile_cards=pile,
        pile_index=spot,
        invariants=INVARIANTS,
        numbering=NUMBERING,
    ),
    notation=FormNotation(lambda: GAME, TABLE),
    wordings=WORDINGS,
    view=View(
        draw=draw,
        text=text,
        sentence=SENTENCES,
        seat_name=seat_name,
        cards=cards_named_in,
        field_label=place,
        field_value=value,
        pile_name=pile_name,
        claim_words=claim_words,
        explain_difference=differ,
        totals=totals,
        hand=hand,
        summarize=recap,
        turn_words=turn_words,
        odds=odds,
        charts=CHARTS,
        dark_palette=DARK_MODE,
        timeline_markers={"Daleks": (DalekPlaced,), "Time Anomalies": (AnomalyTaken,), "Adventures": (AdventureBegan,)},
    ),
    editor=Editor(
        edit=mend,
        fields=FIELDS,
        setup_options=dealt_options,
    ),
    orders=StandingOrders(
        answer=answer,
        refusal=heeds,
        examples=EXAMPLES,
        is_open=is_open,
    ),
    interjections=INTERJECTIONS,
)
