"""A review summed up by seat: its sentences, its accuracy and its turning points."""

from math import exp
from typing import Any

from kibitz.contract.answers import Score, StoppedBy
from kibitz.contract.review import JUDGEMENTS, Decision, LuckEvent, SeatReview, TurningPoint, Turns
from kibitz.solvers.review_summary import accuracy_of
from kibitz.solvers.review_text import is_adjusted, text_of
from kibitz.solvers.turning_points import turning_points


def test_accuracy_is_that_of_lichess() -> None:
    assert accuracy_of([]) is None
    assert accuracy_of([0.0, 0.0]) == 100.0
    assert accuracy_of([0.1]) == round(103.1668 * exp(-0.4354) - 3.1669, 1)


def summed(**more: Any) -> SeatReview:
    """The review of seat 1, who made 9 moves."""
    counts = dict.fromkeys(JUDGEMENTS, 0) | more.pop("counts", {})
    said = {"seat": 1, "decisions": 9, "judged": 9, "loss_per_decision": 0.02, "text": ""}
    return SeatReview(**{**said, "counts": counts, **more})


def test_a_seat_is_summed_up_in_plain_sentences() -> None:
    def said(**more: Any) -> str:
        return text_of(summed(**more), "points")

    assert said(decisions=1, judged=0, forced=1) == "Seat 1 made 1 move, which was forced."
    assert said(decisions=2, judged=0, forced=2) == "Seat 1 made 2 moves, all of them forced."
    assert said(decisions=1, judged=0) == "Seat 1 made 1 move, which decided nothing."
    idle = said(decisions=2, judged=0)
    assert idle == "Seat 1 made 2 moves, none of which decided anything."
    assert said(name="you", judged=9).startswith("You made 9 moves and lost")
    assert said().startswith("Seat 1 made 9 moves and lost 0.02 points per decision. There were no")
    assert "9 moves, of which 2 were forced, and lost" in said(judged=7, forced=2)
    assert "of which 2 were forced and 1 decided nothing, and lost" in said(judged=6, forced=2)
    assert said().endswith("There were no inaccuracies, mistakes or blunders.")
    one = said(counts={"blunder": 1, "mistake": 2, "too_close_to_call": 1})
    assert one.endswith("There were 2 mistakes and 1 blunder, and 1 move was too close to call.")
    alone = said(decisions=1, judged=1, counts={"too_close_to_call": 1})
    assert alone == "Seat 1 made 1 move and lost 0.02 points. That move was too close to call."
    close = said(counts={"too_close_to_call": 5})
    assert close.endswith("mistakes or blunders, but 5 moves were too close to call.")
    here = Turns(first=4, last=4)
    single: tuple[tuple[dict[str, Any], str], ...] = (
        ({"forced": 1}, "Ann's move 5 was forced."),
        ({}, "Ann's move 5 decided nothing."),
        ({"judged": 1, "counts": {"best": 1}}, "Ann's move 5 lost 0.02 points."),
        ({"unjudged": {"time": 1}}, "Ann's move 5 could not be judged before time ran out."),
        (
            {"judged": 1, "counts": {"mistake": 1}},
            "Ann's move 5 lost 0.02 points. There was 1 mistake.",
        ),
    )
    for more, words in single:
        ann = summed(name="Ann", **({"decisions": 1, "judged": 0} | more))
        assert text_of(ann, "points", part=here) == words
    part = text_of(summed(luck=2.5), "points", part=Turns(first=4, last=19))
    assert part.startswith("In moves 5 to 20, seat 1 made 9 moves and lost 0.02 points")
    assert part.endswith("In the whole game, good luck brought 2.5 points.")
    point = {"ply": 4, "kind": "luck", "change": -2.5, "text": "the deal"}
    part = text_of(summed(luck=2.5, turning_points=[point]), "points", part=Turns(last=4))
    assert part.endswith(
        "swing was the deal: −2.5 points. In the whole game, good luck brought 2.5 points."
    )
    lucky = said(luck=2.5, result=8.0, adjusted_result=5.5)
    assert lucky.endswith(
        "Good luck brought 2.5 points; the result was 8.0 points, without luck 5.5 points."
    )
    assert said(luck=-2.5).endswith("Bad luck cost 2.5 points.")
    assert said(luck=-0.004) == said()
    sampled = said(luck=2.5, luck_error=1.0, result=8.0, adjusted_result=5.5)
    assert sampled.endswith(
        "Good luck brought 2.5 points (0.54 to 4.5); the result was 8.0 points, without luck "
        "5.5 points."
    )
    unclear = said(luck=-2.5, luck_error=2.0, result=8.0, adjusted_result=10.5)
    assert unclear.endswith(
        "Luck brought between −6.4 and +1.4 points: it may have been good or bad."
    )
    swings = {
        ("decision", "KD, a blunder (JH was better)"): "was move 5, KD, a blunder (JH was better)",
        ("luck", "the deal"): "was the deal",
        ("luck", "seat 0 drew 4♦"): "came at move 5, when seat 0 drew 4♦",
        ("others", "what happened at move 5"): "was what happened at move 5",
    }
    for (kind, text), words in swings.items():
        point = {"ply": 4, "kind": kind, "change": -2.5, "text": text}
        assert said(turning_points=[point]).endswith(
            f"The biggest clear swing {words}: −2.5 points."
        )


def test_a_result_without_luck_is_told_where_luck_is_clear_and_it_is_possible() -> None:
    clear = {"luck": 0.5, "luck_error": 0.1, "result": 1.0}
    assert is_adjusted(summed(**clear, adjusted_result=0.5), "win_probability")
    assert not is_adjusted(summed(**clear, adjusted_result=-0.1), "win_probability")
    assert is_adjusted(summed(**clear, adjusted_result=-0.1), "points")
    assert not is_adjusted(summed(**clear), "points")
    unclear = clear | {"luck_error": 0.3}
    assert not is_adjusted(summed(**unclear, adjusted_result=0.5), "points")


def test_what_limits_left_open_is_counted_and_nothing_is_claimed_of_it() -> None:
    def said(judged: int, faults: int = 0, **unjudged: int) -> str:
        more = {"judged": judged, "forced": 2, "counts": {"blunder": faults}}
        left = {StoppedBy[end.upper()]: count for end, count in unjudged.items()}
        return text_of(
            summed(**more, decisions=2 + judged + sum(left.values()), unjudged=left), "points"
        )

    few, loss = "Too many decisions are left open to sum up the play.", "0.02 points per judged"
    assert said(0, iterations=7) == (
        "Seat 1 made 9 moves, of which 2 were forced and 7 could not be judged before the "
        "iterations ran out."
    )
    left = {StoppedBy.TIME: 2}
    assert text_of(summed(decisions=2, judged=0, unjudged=left), "points") == (
        "Seat 1 made 2 moves, none of which could be judged before time ran out."
    )
    assert said(3, time=2) == (
        "Seat 1 made 7 moves, of which 2 were forced and 2 could not be judged before time ran "
        f"out, and lost {loss} decision. {few}"
    )
    assert said(3, 1, time=2).endswith(f"There was 1 blunder among the 3 decisions judged. {few}")
    assert said(1, 1, time=2).endswith(f"There was 1 blunder in the only decision judged. {few}")
    assert said(4, time=1).endswith("mistakes or blunders among the 4 decisions judged.")
    both = said(9, time=1, iterations=1)
    assert "forced, 1 could not be judged before time ran out and 1 before the iterations" in both


def test_luck_has_no_end_beyond_what_a_chance_can_change() -> None:
    chance = {"luck": -0.776, "luck_error": 0.255, "result": 1.0}
    said = text_of(summed(**chance), "win_probability")
    assert "Bad luck cost 77.6 percentage points of the chance to win (27.6 to 100.0);" in said
    unclear = text_of(summed(**chance | {"luck": -0.484, "luck_error": 0.336}), "win_probability")
    assert "Luck brought between −100.0 and +17.5 percentage points" in unclear
    assert "(27.6 to 127.6)" in text_of(summed(luck=-77.6, luck_error=25.5), "points")


def test_the_only_decision_judged_is_not_taken_for_all() -> None:
    one = {"decisions": 36, "judged": 1, "not_reached": 35, "loss_per_decision": 0.077}
    deal = {"kind": "luck", "change": -0.1, "text": "the deal"}
    said = text_of(summed(**one, turning_points=[deal]), "win_probability")
    assert said.endswith(
        "Of what is known, the biggest clear swing was the deal: −10.0 percentage points."
    )
    assert "lost 7.7 percentage points of the chance to win in the only decision judged" in said


def test_what_others_changed_is_named_where_it_is_certain() -> None:
    def decision(ply: int, before: float, after: float, half: float) -> Decision:
        ends = {
            name: Score(
                kind="estimate", unit="points", value=v, low=v - half, high=v + half, samples=50
            )
            for name, v in (("before", before), ("after", after))
        }
        where = {"ply": ply, "seat": 0, "position": "", "played": "KD", "text": "", "forced": False}
        return Decision(**where, **ends)

    def points(
        half: float, last: int = 2, seat: int = 0, shown: bool = False, **drawn: float
    ) -> list[TurningPoint]:
        made = [decision(0, 3.0, 3.0, half), decision(last, 7.0, 7.0, half)]
        text, how = f"seat {seat} drew 4♦", {"errors": [0.1 * (seat == 0)]}
        luck = [
            LuckEvent(ply=0, kind="draw", seat=seat, text=text, changes=[change], **how)
            for change in drawn.values()
        ]
        clauses = {0: text} if shown else {}
        return turning_points(0, made, luck, "points", {0: 0, 1: 2, 2: 0}, clauses)

    assert [(point.kind, point.change) for point in points(1.0)] == [("others", 4.0)]
    assert points(2.5) == []
    # What the seat drew itself is told once: as part of what happened, or by itself.
    assert [(p.change, p.text) for p in points(1.0, shown=True, drawn=1.5)] == [
        (4.0, "what happened in moves 1 and 2, where seat 0 drew 4♦"),
    ]
    assert [(p.change, p.text) for p in points(2.5, shown=True, drawn=1.5)] == [
        (1.5, "seat 0 drew 4♦")
    ]
    # What another seat drew is told by itself, and the seat knew nothing of it.
    assert [(p.change, p.text) for p in points(1.0, seat=1, drawn=1.5)] == [
        (4.0, "what came of seat 2's move 2"),
        (1.5, "seat 1 drew 4♦"),
    ]
    assert [p.kind for p in points(1.0, seat=1, drawn=0.0)] == ["others"]
    # Nothing can come of an own move that turns up no card, only of one that does.
    assert points(1.0, 1) == []
    assert [p.text for p in points(1.0, 1, shown=True)] == [
        "what came of move 1, where seat 0 drew 4♦"
    ]

    def said(last: int, movers: list[int], names: tuple[str, ...] = ()) -> str:
        made = [decision(0, 3.0, 3.0, 1.0), decision(last, 7.0, 7.0, 1.0)]
        (point,) = turning_points(0, made, None, "points", dict(enumerate(movers)), {}, (), names)
        assert point.ply == last - 1
        return point.text

    assert said(2, [0, 2, 0]) == "what came of seat 2's move 2"
    assert said(3, [0, 1, 1, 0], ("Ann", "Ben")) == "what came of Ben's moves 2 and 3"
    assert said(2, [0, 1, 0], ("Ann", "you")) == "what came of your move 2"
    assert said(3, [0, 1, 2, 0]) == "what came of the others' moves 2 and 3"
    assert said(6, [0, 1, 2, 0, 1, 2, 0]) == "what happened in moves 2 to 6"
    made = [decision(0, 3.0, 3.0, 1.0), decision(4, 7.0, 7.0, 1.0)]
    movers, clauses = {0: 0, 1: 1, 2: 0, 3: 1, 4: 0}, {2: "Ann drew 4♦"}
    (point,) = turning_points(0, made, None, "points", movers, clauses, (), ("Ann", "Ben"))
    assert point.text == "what happened in moves 2 to 4, where Ann drew 4♦"
    # A pass is seen by all, and often what it is about.
    (point,) = turning_points(0, made, None, "points", movers, {}, (1, 3), ("Ann", "Ben"))
    assert point.text == "what happened in moves 2 to 4, where Ben had to pass"
    (point,) = turning_points(0, made, None, "points", movers, clauses, (2,), ("Ann", "Ben"))
    assert point.text == "what happened in moves 2 to 4, where Ann had to pass and drew 4♦"
    clauses |= {0: "Ann took up a pile of 9 cards", 3: "Ann drew two 6s and a king"}
    (point,) = turning_points(0, made, None, "points", movers, clauses, (1,), ("Ann", "Ben"))
    told = "Ben had to pass, Ann took up a pile of 9 cards, drew 4♦ and then two 6s and a king"
    assert point.text == f"what happened in moves 1 to 4, where {told}"

    cards = ["T♠ was drawn", "5♥ was drawn", "a joker was drawn", "a joker was drawn"]

    def drawn(*clauses: str) -> str:
        movers, shown = dict.fromkeys(range(9), 0), dict(enumerate(clauses))
        made = [decision(0, 3.0, 3.0, 1.0), decision(8, 7.0, 7.0, 1.0)]
        (point,) = turning_points(0, made, None, "points", movers, shown)
        return point.text.removeprefix("what happened in moves 1 to 8, where ")

    assert drawn(*cards[:1]) == "T♠ was drawn"
    assert drawn(*cards[:3]) == "T♠, 5♥ and a joker were drawn"
    assert drawn(*cards) == "T♠, 5♥ and both jokers were drawn"
    assert drawn(*cards[2:]) == "both jokers were drawn"
    assert drawn("T♠ was drawn", "T♠ was drawn") == "T♠ was drawn"
    many = [f"{rank}♠ was drawn" for rank in "2345678"]
    assert drawn(*many) == "7 cards were drawn, the last of them 8♠"


def test_moves_that_were_not_reached_are_counted_as_such() -> None:
    counts = dict.fromkeys(JUDGEMENTS, 0)
    whole = SeatReview(seat=0, decisions=0, judged=0, counts=counts, text="")
    assert text_of(whole, "points") == "Seat 0 made no moves."
    left = whole.model_copy(update={"decisions": 46, "not_reached": 46})
    assert text_of(left, "points") == "Seat 0 made 46 moves, none of which was looked at."
    one = whole.model_copy(update={"decisions": 1, "not_reached": 1})
    assert text_of(one, "points") == "Seat 0 made 1 move, which was not looked at."
    found = {"judged": 2, "not_reached": 44, "loss_per_decision": 3.5}
    some = left.model_copy(update={**found, "counts": counts | {"good": 1, "mistake": 1}})
    assert text_of(some, "points") == (
        "Seat 0 made 46 moves, of which 44 were not looked at, and lost 3.5 points per judged "
        "decision. There was 1 mistake among the 2 decisions judged. Too many decisions are left "
        "open to sum up the play."
    )
