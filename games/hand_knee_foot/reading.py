"""The reader of Hand, Knee and Foot positions: everything wrong with one is listed together.

A position must be one that play can have led to, as far as the table can know: no card too many,
piles of the right size, melds and books that the rules allow, a turn that can go on.
"""

from typing import Any, Final

import numpy as np

from kibitz.games import protocol
from kibitz.games.hand_knee_foot.books import all_in_foot, missing_books
from kibitz.games.hand_knee_foot.card_checks import (
    check_clean,
    check_kinds,
    check_known,
    check_order,
    check_pile_sizes,
    check_suits,
    check_teams,
    check_threes,
    check_total,
    check_up_card,
)
from kibitz.games.hand_knee_foot.draft import LISTED, FootDraft, check_totals, read_draft
from kibitz.games.hand_knee_foot.kinds import POINTS
from kibitz.games.hand_knee_foot.moves import MOVES
from kibitz.games.hand_knee_foot.position import Position, as_seen
from kibitz.games.hand_knee_foot.state import IN_FOOT, IN_HAND
from kibitz.games.hand_knee_foot.table import state_of

_PILES: Final = ("hands", "knees", "feet")
_PLACES: Final = (*_PILES, "discards", "stock")
_TURN: Final = (
    *("phase", "said", "answering", "offers", "discarded", "shuffle", "ended", "taking"),
    *("rules/ask_team", "rules/stock_out"),
)


def read_json(data: Any) -> Position:
    """The position that a JSON value describes; raises ``BadInput`` with every fault.

    Of a position with a ``seat`` only what that seat sees is kept.
    """
    draft = read_draft(data)
    draft.check((_check_seats, draft.sound("rules/players")))
    if draft.sound("scores"):
        check_totals(draft, draft.scores, draft.round)
    seated = draft.sound("rules/players")
    draft.check(
        (check_teams, True),
        (check_pile_sizes, True),
        (check_order, seated and draft.sized("knees", "feet")),
        (check_known, seated and draft.sized("hands") and draft.sound("known")),
    )
    # Cards that are none do not matter here, piles of a wrong size do.
    piles = [pile.pointer[1:] for pile in (*draft.hands, *draft.knees, *draft.feet)]
    placed = seated and draft.sized(*_PLACES) and draft.sound("known", "teams")
    placed = placed and all(map(draft.sound_list, piles))
    listed = placed and draft.sound(*_PLACES)
    led = draft.sound("opening") and (draft.knows_turn or not draft.opening)
    clean = led and draft.sound("no_red_three", "rules/red_three_auto")
    draft.check(
        (check_up_card, draft.sound("discards", "teams", "shuffles")),
        (check_kinds, seated and draft.seats_agree),
        (check_total, placed),
        (check_clean, seated and clean),
        (check_threes, listed and clean),
        (check_suits, listed),
    )
    begun = listed and draft.knows_turn and draft.sound(*_PLACES, "opening")
    draft.check(
        (_check_opened, seated and led and draft.sound("round", "rules/minimums")),
        (_check_turn, begun and draft.sound(*_TURN)),
    )
    # Whoever looks on and whatever the totals are, the same moves are legal.
    playable = begun and draft.sound("rules", "round", "dealer", "no_red_three", *_TURN, *_PLACES)
    total = all(fault.pointer for fault in draft.faults)
    draft.check((_check_play, playable and total and draft.sound("known", "teams")))
    draft.finish()
    position = draft.position()
    return position if draft.seat is None else as_seen(position, draft.seat)


def _check_seats(draft: FootDraft) -> None:
    """As many hands, totals and so on as there are players and teams, and no other seats."""
    players, teams = draft.rules.players, draft.rules.teams
    parts = {name: len(getattr(draft, name)) for name in ("hands", "known", "knees", "feet")}
    parts["no_red_three"] = len(draft.clean)
    draft.check_lengths(players, "players", LISTED, parts)
    parts = {"scores": len(draft.scores), "teams": len(draft.teams)}
    draft.check_lengths(teams, "teams", LISTED, parts)
    seats = [(name, getattr(draft, name)) for name in ("dealer", "turn", "answering", "seat")]
    draft.check_seats(players, [*seats, *(("offers", seat) for seat in draft.offers)])
    draft.check_own_hand(draft.seat, draft.hands)


def _check_opened(draft: FootDraft) -> None:
    """What only a team that has opened can have, and the points of its opening."""
    piles = draft.sound(*_PILES) and draft.sized(*_PILES)
    for team, table in enumerate(draft.teams):
        if not (draft.sound_list("teams") and draft.sound(f"teams/{team}")):
            continue
        minimum = draft.rules.minimums[draft.round - 1]
        points = sum(POINTS[kind] for kind in table.melded)
        if draft.has_opened(team) and points < minimum:
            message = f"{points} points are melded; an opening in round {draft.round} has {minimum}"
            draft.add(f"/teams/{team}", "not_opened", message)
        if draft.has_opened(team):
            continue
        if draft.opening and team == draft.turn % draft.rules.teams and points >= minimum:
            message = f"{points} points are melded: the opening of {minimum} is made"
            draft.add("/opening", "has_opened", message)
        if table.red_threes:
            message = "red threes are laid out by a team that has opened"
            draft.add(f"/teams/{team}/red_threes", "not_opened", message)
        for seat in range(team, draft.rules.players, draft.rules.teams) if piles else ():
            if draft.stage(seat) != IN_HAND:
                message = f"seat {seat} has not played its hand, for its team has not opened"
                draft.add(draft.knees[seat].pointer, "not_opened", message)


def _check_turn(draft: FootDraft) -> None:
    """That what is said of the turn fits its phase."""
    ended, phase = draft.ended, draft.phase
    team, teams = draft.turn % draft.rules.teams, draft.rules.teams
    partners = range(team, draft.rules.players, teams)
    wants: list[tuple[str, bool, bool, str]] = [
        (
            "opening",
            draft.opening,
            phase == "play" and bool(draft.teams[team].melds or draft.teams[team].books),
            "an opening is made by melds, in play",
        ),
        ("taking", draft.taking, draft.opening, "the discards wait for an opening only"),
        (
            "said",
            draft.said is not None,
            phase not in {"draw", "answer"},
            "partners answer after a draw, once",
        ),
        ("discarded", draft.discarded, phase == "pick_up", "a turn ends by picking up"),
        (
            "offers",
            bool(draft.offers),
            phase in {"offer", "pick_up"} and not draft.discarded,
            "knees are offered after the first book",
        ),
        ("answering", draft.answering is not None, phase == "answer", "nobody has asked"),
        ("phase", phase != "draw", True, "the round has ended"),
    ]
    for name, given, fits, message in wants:
        if given and (ended or not fits):
            draft.add(f"/{name}", "wrong_phase", message)
    if phase == "answer" and draft.answering is None:
        draft.add("/answering", "wrong_phase", "in this phase a partner answers: say which")
    if phase == "offer" and not draft.offers:
        draft.add("/offers", "wrong_phase", "in this phase knees are offered: say to whom")
    asks = draft.rules.ask_team and len(partners) > 1
    asked = draft.said is not None or phase == "answer"
    if asked and not (asks and all(draft.stage(seat) == IN_FOOT for seat in partners)):
        draft.add("/phase", "may_not_ask", f"seat {draft.turn} has no partners to ask now")
    if draft.answering is not None and (
        draft.answering == draft.turn or draft.answering not in partners
    ):
        message = f"seat {draft.answering} is no partner of seat {draft.turn}"
        draft.add("/answering", "no_partner", message)
    for seat in draft.offers:
        if seat not in partners or draft.stage(seat) != IN_HAND or not draft.teams[team].books:
            draft.add("/offers", "not_offered", f"seat {seat} cannot be offered its knee now")
    for seat, hand in enumerate(draft.hands):
        empty = seat == draft.turn and (phase == "pick_up" or ended == "out")
        if (hand.count == 0) != empty:
            message = f"seat {seat} has {'cards' if hand.count else 'no cards'} in hand"
            draft.add(hand.pointer, "wrong_hand_size", message)
    if phase == "pick_up" and draft.stage(draft.turn) == IN_FOOT and not ended:
        draft.add("/phase", "wrong_phase", f"seat {draft.turn} has no pile left to take up")
    if draft.shuffle is not None and draft.rules.stock_out != "reshuffle":
        message = f"{draft.shuffle} given, but piles are shuffled only with rules.stock_out set to "
        draft.add("/shuffle", "no_shuffle", f"{message}'reshuffle'")


def _check_play(draft: FootDraft) -> None:
    """That a round that goes on has a legal move, and one that has ended may have ended so."""
    position = draft.position()
    state = state_of(position)
    if draft.ended == "stock" and position.stock_size >= position.rules.draws:
        message = f"{position.stock_size} cards are left to draw, so the stock has not ended it"
        draft.add("/ended", "not_ended", message)
    team = draft.turn % draft.rules.teams
    in_foot = all_in_foot(state[0], team)
    if draft.ended == "out" and (not in_foot or missing_books(state[0], team)):
        draft.add("/ended", "may_not_end", f"seat {draft.turn} may not have gone out")
    if draft.ended is None and not protocol.run_legal(state, np.empty(MOVES, np.int64)):
        draft.add("/phase", "no_move", f"seat {draft.turn} could not move: play cannot lead here")
