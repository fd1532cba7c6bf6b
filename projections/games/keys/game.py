"""The definition of Keys to the TARDIS as a `Game`."""

from projections.game import Editor, Game, Rules, StandingOrders, View
from projections.games.keys.board.draw import draw
from projections.games.keys.board.layout import DARK_MODE
from projections.games.keys.board.text import text
from projections.games.keys.editor.moderation import mend
from projections.games.keys.events import VOCABULARY
from projections.games.keys.events.effects import BarrierLaid, DoorClosed, DoorOpened, TunnelLaid
from projections.games.keys.notation import table, wordings
from projections.games.keys.options import Options
from projections.games.keys.prose import card_text, places, sentences
from projections.games.keys.prose.recap import hand, recap, totals
from projections.games.keys.rules import invariants, setup, turns
from projections.games.keys.rules.decide import MOVE_RULES, AnyMove, decide
from projections.games.keys.rules.legal import legal, silence, unsaid
from projections.games.keys.state import fields, names
from projections.games.keys.state.position import Position
from projections.games.keys.state.reducer import reducer
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
        skips_resigned=True,
        status=turns.status,
        implied_move=unsaid,
        pile_cards=setup.pile,
        pile_index=setup.spot,
        invariants=invariants.INVARIANTS,
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
        by_hand=places.by_hand,
        pile_name=names.pile_name,
        claim_words=places.claim_words,
        totals=totals,
        hand=hand,
        summarize=recap,
        turn_words=names.turn_words,
        timeline_markers={"doors": (DoorOpened, DoorClosed), "tunnels and barriers": (TunnelLaid, BarrierLaid)},
        dark_palette=DARK_MODE,
    ),
    editor=Editor(edit=mend, fields=fields.FIELDS, setup_options=fields.dealt_options),
    orders=StandingOrders(is_open=lambda position, _seat: position.step == "move"),
    usual_seats=names.DOCTORS,
)
