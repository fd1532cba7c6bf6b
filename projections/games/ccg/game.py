"""The Doctor Who Collectible Card Game of 1996: make the opponent lose the last Time card."""

from projections.game import Editor, Game, Rules, StandingOrders, View
from projections.games.ccg.board.charts import CHARTS
from projections.games.ccg.board.draw import draw
from projections.games.ccg.board.inks import DARK_MODE
from projections.games.ccg.board.text import text
from projections.games.ccg.editor.moderation import mend
from projections.games.ccg.events import VOCABULARY
from projections.games.ccg.events.combat_effects import AttackBegun, TimeCardLost
from projections.games.ccg.events.moves import AnyMove
from projections.games.ccg.notation.orders import EXAMPLES, answer, heeds, is_open
from projections.games.ccg.notation.table import INTERJECTIONS, TABLE
from projections.games.ccg.notation.wordings import WORDINGS
from projections.games.ccg.options import Options
from projections.games.ccg.prose.awaiting import turn_words
from projections.games.ccg.prose.card_text import cards_named_in
from projections.games.ccg.prose.claim_words import claim_words
from projections.games.ccg.prose.differ import differ
from projections.games.ccg.prose.places import place, value
from projections.games.ccg.prose.recap import hand, recap, totals
from projections.games.ccg.prose.sentences import SENTENCES
from projections.games.ccg.prose.use_text import numbered
from projections.games.ccg.rules.decide import MOVE_RULES, decide
from projections.games.ccg.rules.exceptions import waived_rules
from projections.games.ccg.rules.interpretation import proposed_ruling
from projections.games.ccg.rules.invariants import INVARIANTS
from projections.games.ccg.rules.legal import legal, silence, unsaid
from projections.games.ccg.rules.setup import deal, dealt_options, pile, spot, table
from projections.games.ccg.rules.status import status
from projections.games.ccg.rules.windows import other_stops
from projections.games.ccg.state.fields import FIELDS
from projections.games.ccg.state.names import pile_name, seat_name
from projections.games.ccg.state.numbers import NUMBERING
from projections.games.ccg.state.position import Position
from projections.games.ccg.state.reducer import reducer
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
        any_time_moves=other_stops,
        waived_rules=waived_rules,
        default_ruling=proposed_ruling,
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
        object_name=numbered,
        charts=CHARTS,
        dark_palette=DARK_MODE,
        timeline_markers={"attacks": (AttackBegun,), "lost Time cards": (TimeCardLost,)},
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
