"""What the network of K'nack looks at: signs of the table, and of each card that may be laid.

Those of the table are written once for all moves that a seat compares (`heuristics.knack.sight`);
those of a move are the features of `heuristics.knack.judgement` and what a sum of them cannot say.
"""

from typing import Final

import numpy as np
from numba import int64, uint64

from kibitz.games.bits import Word, count_bits, lowest_bit, single, without_lowest
from kibitz.games.kernel import kernel
from kibitz.games.knack.known_hands import may_call
from kibitz.games.knack.outcome import cards_left
from kibitz.games.knack.rules import HAND_SIZE
from kibitz.games.knack.state import KnackState
from kibitz.games.knack_field.field import permitted
from kibitz.games.knack_field.rules import JOKER_KIND, KINDS
from kibitz.games.records import Reals, Reals32
from kibitz.heuristics.knack.judgement import (
    ALL_PASS,
    BLOCK,
    BLOCKED,
    DRAW_FITS,
    JOKER,
    ONE_FITS,
    OTHERS_PASS,
    OUTLETS,
    RARE,
    ROOM,
    closed_by,
    write_features,
)
from kibitz.heuristics.knack.outlets import Change, gain_of_kind
from kibitz.heuristics.knack.sight import Sight, chance_to_pass, unseen_of

MOVE_SIGNS: Final = 32
TABLE_SIGNS: Final = 36
NEAR: Final = 0.75 ** np.arange(256)  # how near the end is with so many cards left


@kernel
def write_table(state: KnackState, sight: Sight, signs: Reals32) -> None:
    """Write the signs of the table, all of them about 1 in size."""
    seat, players = state.turn, state.players
    own = cards_left(state, seat)
    total = max(sight.total, 1)
    fewest, most, cards, number, nearest = 1 << 20, 0, 0, 0, 0
    for step in range(1, players):
        left = cards_left(state, (seat + step) % players)
        if left == 0:
            continue
        if number == 0:
            nearest = left
        fewest, most = min(fewest, left), max(most, left)
        cards += left
        number += 1
    rest = max(number, 1)
    following = sight.sizes[0] if number > 0 else 0
    signs[0] = 1.0
    signs[1] = (number - 1) / 4
    signs[2] = own / 27
    signs[3] = NEAR[own]
    signs[4] = NEAR[min(fewest, 255)]
    signs[5] = NEAR[nearest]
    signs[6] = sight.lead
    signs[7] = max(-1.0, min(1.0, (fewest - own) / 4))
    signs[8] = max(-1.0, min(1.0, (nearest - own) / 4))
    signs[9] = max(-1.0, min(1.0, (most - own) / 4))
    signs[10] = sight.ahead > 0
    signs[11] = sight.ahead < 0
    signs[12] = state.deck_sizes[seat] == 0
    signs[13] = sight.held / HAND_SIZE
    signs[14] = following / HAND_SIZE
    bound = 0
    for other in range(sight.others):
        bound += sight.bound[other]
    signs[15] = bound / rest
    signs[16] = number > 0 and sight.bound[0]
    signs[17] = sight.passing
    signs[18] = sight.every
    signs[19] = sight.drawn
    signs[20] = sight.unseen_room / total / 4
    signs[21] = sight.total / 54
    signs[22] = state.field.count / 54
    signs[23] = sight.fitting / HAND_SIZE
    signs[24] = sight.outlets / HAND_SIZE
    signs[25] = count_bits(sight.open) / KINDS
    signs[26] = count_bits(sight.last) / KINDS
    signs[27] = count_bits(sight.own & sight.last) / HAND_SIZE
    jokers = 0
    for i in range(sight.held):
        jokers += sight.kinds[i] == JOKER_KIND
    signs[28] = jokers
    signs[29] = sight.unseen[JOKER_KIND]
    signs[30] = state.passes > 0
    signs[31] = state.field.count == 0
    signs[32] = may_call(state)
    signs[33] = state.field.limit != 0
    signs[34] = state.places
    signs[35] = state.deck_sizes[(seat + 1) % players] == 0


@kernel
def write_safety(state: KnackState, sight: Sight, safety: Reals) -> None:
    """Write for each kind of the own hand how safe its safest cell is.

    That is about the chance that the next seat holds no card for this cell; 0 without a cell.
    """
    left = sight.own
    while left:
        safety[lowest_bit(left)] = 0.0
        left = without_lowest(left)
    size = sight.sizes[0] if sight.others > 0 else 0
    for slot in range(state.field.open):
        fit = uint64(state.field.fits[slot])
        own = fit & sight.own
        if not own or not permitted(state.field, int64(state.field.frontier[slot])):
            continue
        safe = safe_from(sight, unseen_of(sight, fit), size)
        while own:
            kind = lowest_bit(own)
            own = without_lowest(own)
            safety[kind] = max(safety[kind], safe)


@kernel
def safe_from(sight: Sight, cards: int, size: int) -> float:
    """About the chance that a hand of this size has none of some unseen cards."""
    return max(0.0, 1.0 - size * cards / max(sight.total, 1))


@kernel
def write_signs(
    state: KnackState,
    sight: Sight,
    laid: int,
    match: Word,
    change: Change,
    safety: Reals,
    features: Reals,
    signs: Reals32,
) -> None:
    """Write the signs of laying a card of this kind where it changes so much.

    ``safety``: see :func:`write_safety`. ``features``: become those of
    `heuristics.knack.judgement`.
    """
    write_features(state, sight, laid, match, change, features)
    gains = match if change.gained > 0 else uint64(0)
    opened, closed = gains & ~sight.open, closed_by(sight, change, match, gains)
    touched = change.ones | change.twos | change.fours | gains
    fits, single_cells, cells, chains, friends, same, jokers = 0, 0, 0, 0, 0, 0, 0
    fit = uint64(0)
    safest, safe, rare, known = 0.0, 0.0, 0.0, 0.0
    size = sight.sizes[0] if sight.others > 0 else 0
    beside = safe_from(sight, sight.friends[laid], size)
    skipped = False
    for i in range(sight.held):
        kind = sight.kinds[i]
        if kind == laid and not skipped:
            skipped = True
            continue
        same += kind == laid
        jokers += kind == JOKER_KIND
        room = before = sight.room[kind]
        known += 1.0 - sight.rare[kind]
        if touched & single(kind):
            room += gain_of_kind(change, match, kind)
        if room > 0:
            fits += 1
            fit |= single(kind)
            single_cells += room == 1
            cells += min(room, 4)
            own = safety[kind] if before > 0 else 0.0
            if gains & single(kind):
                own = max(own, beside)
            safest = max(safest, own)
            safe += own
        else:
            rare += sight.rare[kind]
        friends += (match >> uint64(kind) & uint64(1)) > 0
    if fit:
        skipped = False
        for i in range(sight.held):
            kind = sight.kinds[i]
            if kind == laid and not skipped:
                skipped = True
            elif not fit & single(kind):
                chains += (uint64(state.field.matches[kind]) & fit) != 0
    total = max(sight.total, 1)
    signs[0] = features[OUTLETS] / 4
    signs[1] = features[ONE_FITS]
    signs[2] = fits > 1
    signs[3] = fits > 2
    signs[4] = fits > 3
    signs[5] = features[OTHERS_PASS]
    signs[6] = features[ALL_PASS]
    signs[7] = features[BLOCK]
    signs[8] = features[BLOCKED]
    signs[9] = features[DRAW_FITS]
    signs[10] = features[JOKER]
    signs[11] = features[RARE]
    signs[12] = features[ROOM] / 4
    signs[13] = change.gained / 3
    drawn = features[DRAW_FITS] if state.deck_sizes[state.turn] > 0 else 0.0
    signs[14] = 0.0 if fits else 1.0 - drawn
    signs[15] = single_cells / 4
    signs[16] = cells / 8
    signs[17] = chains / 4
    signs[18] = friends / 4
    signs[19] = same
    signs[20] = jokers
    signs[21] = sight.unseen[laid] / 2
    signs[22] = unseen_of(sight, opened) / total if opened else 0.0
    signs[23] = unseen_of(sight, closed) / total if closed else 0.0
    signs[24] = min(sight.room[laid], 8) / 8
    signs[25] = features[OTHERS_PASS]
    if sight.others > 1:
        missing = max(0.0, 1.0 - features[DRAW_FITS])
        signs[25] = chance_to_pass(sight, 0, opened, closed, missing)
    signs[26] = 0.0 if fits > 1 else 1.0 - drawn
    signs[27] = (fits == 1) * single_cells
    signs[28] = safest
    signs[29] = safe / 4
    signs[30] = rare
    signs[31] = known
