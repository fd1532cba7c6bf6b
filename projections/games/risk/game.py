"""The game object: rules, notation, view, editor and standing orders of Risk: The Dalek Invasion of Earth."""

from projections.game import Editor, Game, Rules, StandingOrders, View
from projections.games.risk.board.armies import COLOURS
from projections.games.risk.board.charts import CHARTS
from projections.games.risk.board.draw import draw
from projections.games.risk.board.map import DARK_MODE
from projections.games.risk.board.text import text
from projections.games.risk.editor.moderation import mend
from projections.games.risk.events import VOCABULARY, ArmyDefeated, TerritoryTaken
from projections.games.risk.notation.orders import EXAMPLES, answer, heeds, is_open
from projections.games.risk.notation.table import TABLE
from projections.games.risk.notation.wordings import WORDINGS
from projections.games.risk.odds.chances import odds
from projections.games.risk.options import Options
from projections.games.risk.prose.awaiting import turn_words
from projections.games.risk.prose.card_text import cards_named_in
from projections.games.risk.prose.claim_words import claim_words
from projections.games.risk.prose.differ import differ
from projections.games.risk.prose.places import place, value
from projections.games.risk.prose.recap import hand, recap, totals
from projections.games.risk.prose.sentences import SENTENCES
from projections.games.risk.rules.battle import thrower
from projections.games.risk.rules.decide import MOVE_RULES, AnyMove, decide
from projections.games.risk.rules.invariants import INVARIANTS
from projections.games.risk.rules.legal import legal, silence, unsaid
from projections.games.risk.rules.setup import deal, dealt_options, pile, table
from projections.games.risk.rules.status import status
from projections.games.risk.state.fields import FIELDS
from projections.games.risk.state.names import pile_name, seat_name
from projections.games.risk.state.position import World
from projections.games.risk.state.reducer import reducer
from projections.meta import meta_of
from projections.notation.lines import FormNotation

GAME: Game[World, AnyMove] = Game(
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
        skips_resigned=True,
        status=status,
        implied_move=unsaid,
        pile_cards=pile,
        invariants=INVARIANTS,
        roller=thrower,
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
        timeline_markers={"conquests": (TerritoryTaken,), "defeated armies": (ArmyDefeated,)},
        dark_palette=DARK_MODE,
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
    usual_seats=COLOURS,
)
