"""Sentences in the past tense and in headings, and words about a position in other tenses."""

import pytest

from projections.wording import effect_in_past, heading, past_tense, state_in


@pytest.mark.parametrize(("sentence", "past"), [
    ("Yellow attacks Brazil and ends the turn.", "Yellow attacked Brazil and ended the turn."),
    ("Yellow tries to open a1.", "Yellow tried to open a1."), ("Yellow passes.", "Yellow passed."),
    ("Yellow chooses: 2 forward.", "Yellow chose: 2 forward."), ("Yellow re-rolls B1.", "Yellow re-rolled B1."),
    ("Yellow does not help and leaves.", "Yellow did not help and leaves."),
    ("Yellow travels to Mars.", "Yellow travelled to Mars."), ("Yellow's pawn moves.", "Yellow's pawn moves."),
    ("Black attacks Brazil.", "Black attacks Brazil."), ("Yellow may draw.", "Yellow may draw."),
])  # fmt: skip
def test_the_verb_after_the_subject_is_in_the_past_tense(sentence: str, past: str) -> None:
    assert past_tense(sentence, "Yellow") == past


def test_a_sentence_without_a_subject_is_unchanged() -> None:
    assert past_tense("Players are ready.", "") == "Players are ready."


@pytest.mark.parametrize(("sentence", "past"), [
    ("The deck is empty: 9 discards become the new deck.", "The deck was empty: 9 discards became the new deck."),
    ("Black takes India; at least 3 Daleks must move in.", "Black took India; at least 3 Daleks had to move in."),
    ("Russia now has 4 Daleks (it has 3 placed).", "Russia now had 4 Daleks (it has 3 placed)."),
    ("Kim must carry out the cost: the ship moves.", "Kim had to carry out the cost: the ship moves."),
    ("Yeti (2/2) and Bok (1/1) fight to a draw.", "Yeti (2/2) and Bok (1/1) fought to a draw."),
    ("Ten's Romans #3 Stands.", "Ten's Romans #3 Stood."),
    ("The next step is the fight.", "The next step was the fight."),
    ("Ten's turn ends, and all values return to normal.", "Ten's turn ended, and all values returned to normal."),
    ("Ten and Nine share the win.", "Ten and Nine shared the win."), ("Ten may answer.", "Ten could answer."),
])  # fmt: skip
def test_all_verbs_of_an_effect_are_in_the_past_tense(sentence: str, past: str) -> None:
    assert effect_in_past(sentence) == past
    assert effect_in_past(past) == past


def test_a_long_heading_leaves_out_the_explanation_in_brackets() -> None:
    short = "Julie uses ability 1 of The TARDIS on Steve's Watcher (Present), to the Future"
    assert heading(f"{short} (move any Creature of your own in the zone (or this card) once).") == f"{short}."
    assert heading(f"{short}, paid with The Watcher (Present).") == f"{short}, paid with The Watcher (Present)."
    assert heading("Julie plays K-9 (adds a red or blue die).") == "Julie plays K-9 (adds a red or blue die)."


def test_the_state_of_a_position_has_a_past_tense_and_a_conditional() -> None:
    state = "Greenland has 3, c1 is open, this holds"
    assert state_in("past", state) == "Greenland had 3, c1 was open, this held"
    assert state_in("conditional", state) == "Greenland would have 3, c1 would be open, this would hold"


@pytest.mark.parametrize(("state", "conditional"), [
    ("c1 is not open", "c1 would not be open"), ("Black has already drawn", "Black would already have drawn"),
    ("Black already has 6", "Black would already have 6"), ("it is still closed", "it would still be closed"),
])  # fmt: skip
def test_a_conditional_has_its_adverb_before_the_second_verb(state: str, conditional: str) -> None:
    assert state_in("conditional", state) == conditional
