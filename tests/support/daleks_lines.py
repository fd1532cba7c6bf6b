"""Tables of Time of the Daleks at which lines are read and written."""

from daleks_dice import in_adventure, orient_express
from daleks_tables import JULIE, STEVE, place, play, table

from projections.games.daleks.facts import moves as m

PLACES = (place(2, "gallifrey", "~sutekh", "?"), place(3, "orient-express", "wire", "?"))
TABLE = table(
    consoles={JULIE: "amy rory +stetson", STEVE: "clara +fez"}, at={JULIE: (2, 0), STEVE: (1, 0)}, places=PLACES,
    hands={JULIE: "fez timescoop tune-up jelly-babies library-card", STEVE: "k-9 run"},
)  # fmt: skip
CHARGING = TABLE.replace(step="charge")
CHOOSING = TABLE.replace(step="choose", answer="choose")
FOUND = CHOOSING.replace(found=("karn", "telos"))
ENTERING = TABLE.replace(step="enter")
RECRUITING = orient_express()
POOL = play(RECRUITING, m.Gather(JULIE))
CUT = in_adventure({JULIE: "B1, B2, U1, G1, R1", STEVE: "B3, R2"}, "cut", manner="afar", done=False)
ROLLING = in_adventure({JULIE: "B1, B2, U1, G1, R1", STEVE: "B3, R2"}, "roll", manner="afar")
FULL = in_adventure({JULIE: "B1, B2, B3, B4, B5, U1, G1, R1, R2"}, "cut", done=False)
ROLLED = in_adventure(
    {JULIE: "B1 running, B2 strength, B3 running, G1 running, U1 science, R1 tactics", STEVE: "B4 cunning, R2 science"},
    manner="here", consoles={JULIE: "amy rory +stetson", STEVE: "clara"}, tokens={JULIE: 5, STEVE: 3},
    hands={JULIE: "fish-fingers", STEVE: "second-thoughts"},
)  # fmt: skip
ALONE = in_adventure({JULIE: "B1 running, B2 strength"})
CALLED = play(POOL, m.CallHelp(JULIE, STEVE, "token"))
FINISHING = TABLE.replace(step="finish")
