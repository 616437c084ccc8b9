"""What a seat sees as numbers, by named plane, card by card from the public position alone.

Each function takes the position as the seat sees it and the seat, and gives a list of numbers for
each plane of the game's ``observation.py``, written from what that says and without its kernels.
"""

from fractions import Fraction

from kibitz.games.cards import PACK_SIZE, UNSEEN, parse_card
from tests.naive.observed_parts import around, flags, one, part, parts, places, rows, who


def knotty_nines(seen, seat):
    piles = seen.tableau
    depth = [Fraction(0)] * PACK_SIZE
    for pile in piles:
        for above, card in enumerate(reversed(pile)):
            depth[card] = Fraction(above, PACK_SIZE)
    rules = seen.rules
    return {
        "top": rows(flags(PACK_SIZE, pile[-1:]) for pile in piles),
        "piles": rows(flags(PACK_SIZE, pile) for pile in piles),
        "depth": depth,
        "height": parts(map(len, piles), PACK_SIZE),
        "unseen": flags(PACK_SIZE, seen.unseen),
        "stock": [part(seen.stock_size, PACK_SIZE)],
        "rules": [rules.wrap, rules.win == "stock_empty_and_stuck"],
    }


def beats(card, best, trump):
    """Whether a card takes the trick from the best one; aces are high."""
    rank, high = (card // 4 - 1) % 13, (best // 4 - 1) % 13
    return rank > high if card % 4 == best % 4 else card % 4 == trump


def knaves(seen, seat):
    rules, seats = seen.rules, around(seat, 3)
    turned_jack = seen.turned // 4 == 10
    trump = None if turned_jack and rules.turned_jack == "no_trump" else seen.turned % 4
    last = rules.jacks[seen.turned % 4] if turned_jack else 0
    stake = {card: rules.jacks[card % 4] for card in range(PACK_SIZE) if card // 4 == 10}
    played: list[list[int]] = [[], [], []]
    on_table: list[list[int]] = [[], [], []]
    voids: list[set[int]] = [set(), set(), set()]
    tricks, points, order = [0] * 3, [0] * 3, list[int]()
    for trick in (*seen.tricks, seen.trick):
        done, best, taker = len(trick.cards) == 3, None, 0
        for i, card in enumerate(trick.cards):
            who_played = (trick.leader + i) % 3
            played[who_played].append(card)
            order.append(card)
            if not done:
                on_table[who_played].append(card)
            if best is None or beats(card, best, trump):
                best, taker = card, who_played
            if card % 4 != trick.cards[0] % 4 and card not in trick.revoked:
                voids[who_played].add(trick.cards[0] % 4)
        if done:
            tricks[taker] += 1
            points[taker] += 1 + sum(stake.get(card, 0) for card in trick.cards)
    if sum(tricks) == rules.hand_size and rules.turned_jack == "last_trick":
        points[best_of_last(seen.tricks[-1], trump)] += last
    led = seen.trick.cards[0] % 4 if seen.trick.cards else None
    player = (seen.trick.leader + len(seen.trick.cards)) % 3
    turn = player
    shown = seen.exposed[player]
    if rules.exposed_cards and shown and seen.called == UNSEEN and seen.declined < 2:
        turn = (player + 1 + seen.declined) % 3
    on = rules.turned_jack == "last_trick"
    return {
        "hand": flags(PACK_SIZE, seen.hands[seat]),
        "exposed": rows(flags(PACK_SIZE, seen.exposed[s]) for s in seats),
        "trick": rows(flags(PACK_SIZE, on_table[s]) for s in seats),
        "played": rows(flags(PACK_SIZE, played[s]) for s in seats),
        "order": places(order, PACK_SIZE, 51),
        "turned": one(PACK_SIZE, seen.turned),
        "called": one(PACK_SIZE, seen.called),
        "voids": rows(flags(4, voids[s]) for s in seats),
        "trump": one(4, trump),
        "led": one(4, led),
        "held": parts((len(seen.hands[s]) + seen.hidden[s] for s in seats), 17),
        "tricks": parts((tricks[s] for s in seats), 17),
        "points": parts((points[s] for s in seats), 20),
        "scores": parts((seen.scores[s] for s in seats), rules.target),
        "dealer": who(seat, 3, seen.dealer),
        "leader": who(seat, 3, seen.trick.leader),
        "player": who(seat, 3, player),
        "turn": who(seat, 3, turn),
        "declined": [part(seen.declined, 2)],
        "jacks": parts(rules.jacks, 20),
        "stakes": parts((sum(stake.get(c, 0) for c in seen.trick.cards), last if on else 0), 60),
        "rules": [rules.hand_size == 17, rules.exposed_cards, part(rules.target, 999)],
    }


def best_of_last(trick, trump):
    """The seat that took a trick."""
    best = 0
    for i in (1, 2):
        if beats(trick.cards[i], trick.cards[best], trump):
            best = i
    return (trick.leader + best) % 3


def knock_rummy(seen, seat):
    rules, players = seen.rules, seen.rules.players
    seats = around(seat, players)
    open_stock = rules.stock_out == "turn_over" and seen.turn_overs > 0
    pools = [*seen.shuffled, *[None] * (4 - len(seen.shuffled))]
    phase = 2 if seen.ended else int(seen.drawn)
    return {
        "hand": flags(PACK_SIZE, seen.hands[seat]),
        "known": rows(flags(PACK_SIZE, seen.known[s]) for s in seats),
        "pile": places(seen.discards, PACK_SIZE, PACK_SIZE),
        "top": flags(PACK_SIZE, seen.discards[-1:]),
        "next": places(seen.stock if open_stock else (), PACK_SIZE, PACK_SIZE),
        "unseen": flags(PACK_SIZE, seen.unseen),
        "taken": one(PACK_SIZE, seen.taken),
        "pools": rows(flags(PACK_SIZE, pool.cards if pool else ()) for pool in pools),
        "pooled": rows([part(p.held[s], 11) if p else 0 for p in pools] for s in seats),
        "held": parts((seen.sizes[s] for s in seats), 11),
        "sizes": parts((seen.stock_size, len(seen.discards)), PACK_SIZE),
        "phase": one(3, phase),
        "turn": who(seat, players, seen.turn),
        "dealer": who(seat, players, seen.dealer),
        "scores": parts((seen.scores[s] for s in seats), 999),
        "takes": [part(seen.takes, rules.max_takes)],
        "turn_overs": parts((seen.turn_overs, rules.turn_overs - seen.turn_overs), 4),
        "rules": one(3, ("low", "low_or_high", "round_the_corner").index(rules.ace)),
        "points": [
            part(rules.ace_points, 25),
            *parts((rules.rummy_bonus, rules.knock_penalty, rules.knock_limit or 0), 100),
            part(rules.max_takes, 99),
            part(rules.match_target or 0, 999),
        ],
        "switches": [
            rules.knock_limit is not None,
            rules.match_target is not None,
            rules.stock_out == "shuffle",
            rules.allow_return_discard,
            rules.rummy_beats_tie,
        ],
        **history(seen),
    }


def history(seen):
    """The turns of a hand of Knock Rummy, the latest first."""
    watched = seen.history is not None
    turns: list[list[int | None]] = []
    before = None
    for entry in seen.history[1:] if watched else ():
        way = {"draw": 0, "take": 1, "turn-over": 2}.get(entry)
        if way is None:
            turns[-1][1] = parse_card(entry)
        elif before != "turn-over":
            turns.append([way, None])
        before = entry
    lines = [one(3, way) + one(PACK_SIZE, card) for way, card in reversed(turns)]
    return {
        "first": one(PACK_SIZE, parse_card(seen.history[0]) if watched else None),
        "watched": [watched],
        "history": rows(lines) + [0] * (3 + PACK_SIZE) * (64 - len(lines)),
    }
