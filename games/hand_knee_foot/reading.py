"""The reader of Hand, Knee and Foot positions: everything that is wrong with one is said at once.

A position must be one that play can have led to, as far as the table can know: no card too many,
piles of the right size, melds and books that the rules allow, a turn that can go on.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from kibitz.games import protocol
from kibitz.games.faults import BadInput
from kibitz.games.hand_knee_foot.books import all_in_foot, missing_books
from kibitz.games.hand_knee_foot.draft import Draft
from kibitz.games.hand_knee_foot.draft_reading import read_draft
from kibitz.games.hand_knee_foot.kinds import COPIES, PACK, POINTS, RED_THREE, TEXTS, counts_of
from kibitz.games.hand_knee_foot.moves import MOVES
from kibitz.games.hand_knee_foot.position import Position
from kibitz.games.hand_knee_foot.rules import FOOT_SIZE, KNEE_SIZE
from kibitz.games.hand_knee_foot.seen import as_seen
from kibitz.games.hand_knee_foot.state import IN_FOOT, IN_HAND
from kibitz.games.hand_knee_foot.suit_reading import check_suits
from kibitz.games.hand_knee_foot.table import state_of
from kibitz.games.hand_knee_foot.team_reading import check_team


def read_json(data: Any) -> Position:
    """The position that a JSON value describes; raises ``BadInput`` with every fault.

    Of a position with a ``seat`` only what that seat sees is kept.
    """
    draft = read_draft(data)
    if draft.usable("rules"):
        _check_seats(draft)
    places = ("rules", "hands", "known", "knees", "feet", "teams", "discards", "stock")
    if draft.usable("rules", "teams"):
        for team in range(draft.rules.teams):
            draft.teams[team] = check_team(draft, team)
    if draft.usable("rules", "hands", "known", "knees", "feet"):
        _check_piles(draft)
    if draft.usable(*places):
        _check_cards(draft)
        check_suits(draft)
    if draft.usable(*places, "turn", "opening"):
        _check_opened(draft)
        _check_turn(draft)
    if draft.faults:
        raise BadInput(draft.faults)
    position = draft.position()
    _check_play(draft, position)
    if draft.faults:
        raise BadInput(draft.faults)
    return position if draft.seat is None else as_seen(position, draft.seat)


def _check_seats(draft: Draft) -> None:
    """As many hands, totals and so on as there are players and teams, and no other seats."""
    players, teams = draft.rules.players, draft.rules.teams
    lists: list[tuple[str, Sequence[object], int]] = [
        ("hands", draft.hands, players),
        ("known", draft.known, players),
        ("knees", draft.knees, players),
        ("feet", draft.feet, players),
        ("no_red_three", draft.clean, players),
        ("scores", draft.scores, teams),
        ("teams", draft.teams, teams),
    ]
    for name, parts, due in lists:
        if draft.usable(name) and len(parts) != due:
            who = f"{players} players" if due == players else f"{teams} teams"
            draft.add(f"/{name}", "wrong_players", f"{len(parts)} of {name} for {who}")
    seats: list[tuple[str, int | None]] = [
        ("dealer", draft.dealer),
        ("turn", draft.turn),
        ("answering", draft.answering),
        ("seat", draft.seat),
        *(("offers", seat) for seat in draft.offers),
    ]
    for name, seat in seats:
        if seat is not None and seat >= players:
            draft.add(f"/{name}", "no_such_seat", f"{players} players have no seat {seat}")
    seat = draft.seat
    if seat is not None and draft.usable("seat", "hands"):
        own = draft.hands[seat]
        if own.counted and own.count:
            message = f"seat {seat} sees its own hand: list its cards"
            draft.add(own.pointer, "own_hand_hidden", message)


def _check_piles(draft: Draft) -> None:
    """Knees and feet whole or taken up, in order; what is known to be held is held."""
    for piles, size, word in ((draft.knees, KNEE_SIZE, "knee"), (draft.feet, FOOT_SIZE, "foot")):
        for pile in piles:
            if pile.count not in {0, size}:
                message = f"a {word} has {size} cards, or none when it is taken up, not "
                draft.add(pile.pointer, "wrong_pile_size", f"{message}{pile.count}")
    for seat, (hand, shown) in enumerate(zip(draft.hands, draft.known, strict=True)):
        if not draft.feet[seat].count and draft.knees[seat].count:
            message = f"seat {seat} takes up its knee before its foot"
            draft.add(draft.feet[seat].pointer, "wrong_order", message)
        held = counts_of(hand.kinds)
        for kind, count in enumerate(counts_of(shown)):
            if not hand.counted and count > held[kind]:
                message = f"{count} × {TEXTS[kind]} are known of seat {seat}, who holds "
                draft.add(f"/known/{seat}", "not_held", f"{message}{held[kind]}")
        if hand.counted and len(shown) > hand.count:
            message = f"{len(shown)} cards are known of seat {seat}, who has {hand.count}"
            draft.add(f"/known/{seat}", "not_held", message)


def _check_cards(draft: Draft) -> None:
    """No more cards of a kind than the packs have, and all of them in some place."""
    packs = draft.rules.packs
    counts = counts_of(draft.listed)
    for kind, count in enumerate(counts):
        most = packs * COPIES[kind]
        if count > most:
            message = f"{count} × {TEXTS[kind]} are more than the {most} of {packs} packs"
            draft.add("", "too_many_cards", message)
    count = draft.stock.count if draft.stock else draft.loose
    if count != draft.loose or count < 0:
        message = f"{count} cards in the stock and {packs * PACK - draft.loose} elsewhere "
        draft.add("/stock", "wrong_stock_size", f"{message}are not the {packs * PACK} of the packs")
    if draft.usable("no_red_three"):
        for seat in range(draft.rules.players):
            _check_clean(draft, seat)
            _check_threes_fit(draft, seat)


def _check_clean(draft: Draft, seat: int) -> None:
    """What is said of red threes that a seat cannot hold."""
    hand, number = draft.hands[seat], draft.clean[seat]
    hidden = hand.count - len(draft.known[seat])
    pointer = f"/no_red_three/{seat}"
    threes = hand.kinds.count(RED_THREE) - draft.known[seat].count(RED_THREE)
    if number > hidden:
        message = f"seat {seat} has {hidden} cards not known to all, not {number}"
        draft.add(pointer, "not_held", message)
    elif number and not hand.counted and threes > hidden - number:
        draft.add(pointer, "wrong_red_threes", f"seat {seat} holds {threes} red threes unseen")
    if number and not (draft.rules.red_three_auto and draft.has_opened(seat % draft.rules.teams)):
        message = f"nothing is known of red threes of seat {seat}"
        draft.add(pointer, "not_laid_out", message)


def _check_threes_fit(draft: Draft, seat: int) -> None:
    """That the red threes a seat does not see have places where they can be."""
    if draft.hands[seat].counted:
        return
    others = [other for other in range(draft.rules.players) if other != seat]
    places = sum(draft.hands[s].count - len(draft.known[s]) - draft.clean[s] for s in others)
    places += sum(pile.count for pile in [*draft.knees, *draft.feet]) + draft.loose
    seen = [*draft.hands[seat].kinds, *draft.discards, *(k for s in others for k in draft.known[s])]
    threes = draft.rules.packs * COPIES[RED_THREE] - seen.count(RED_THREE)
    threes -= sum(team.red_threes for team in draft.teams)
    if 0 <= places < threes:
        message = f"seat {seat} does not see {threes} red threes, for which {places} places are"
        draft.add("/no_red_three", "wrong_red_threes", f"{message} left")


def _check_opened(draft: Draft) -> None:
    """What only a team that has opened can have, and the points of its opening."""
    for team, table in enumerate(draft.teams):
        kinds = [kind for meld in table.melds for kind in meld]
        kinds += [kind for books in table.books for kind in books.cards]
        points, minimum = sum(POINTS[kind] for kind in kinds), draft.rules.minimums[draft.round - 1]
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
        for seat in range(team, draft.rules.players, draft.rules.teams):
            if draft.stage(seat) != IN_HAND:
                message = f"seat {seat} has not played its hand, for its team has not opened"
                draft.add(draft.knees[seat].pointer, "not_opened", message)


def _check_turn(draft: Draft) -> None:
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
        draft.add("/shuffle", "no_shuffle", "piles are shuffled only with rules.stock_out")


def _check_play(draft: Draft, position: Position) -> None:
    """That a round that goes on has a legal move, and one that has ended may have ended so."""
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
