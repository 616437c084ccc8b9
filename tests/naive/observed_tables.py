"""What a seat sees of the games with several packs as numbers, see `tests.naive.observations`."""

from kibitz.games.cards import JOKER, UNSEEN
from kibitz.games.hand_knee_foot.kinds import COPIES, FOUR, KINDS, POINTS, TWO
from kibitz.games.hand_knee_foot.kinds import JOKER as WILD
from kibitz.games.knack_field.rules import kind_of, match_table
from tests.naive.observed_parts import around, counts, flags, one, part, parts, places, rows, who

FACES = JOKER + 1
LEGS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def hand_knee_foot(seen, seat):
    rules, players = seen.rules, seen.rules.players
    seats = around(seat, players)
    teams = [seen.teams[team] for team in around(seat % rules.teams, rules.teams)]
    melds = [{_rank(cards): cards for cards in team.melds} for team in teams]
    books = [{found.slot: found for found in team.books} for team in teams]
    own = seen.teams[seen.turn % rules.teams]
    unseen = [rules.packs * copies for copies in COPIES]
    listed = [*seen.hands[seat], *seen.discards]
    listed += [kind for s in range(players) if s != seat for kind in seen.known[s]]
    listed += [kind for team in seen.teams for kind in (*team.melded, *[0] * team.red_threes)]
    for kind in listed:
        unseen[kind] -= 1

    def slots(of, most):
        found = ([of(team, slot) for slot in range(12)] for team in range(len(teams)))
        return rows(parts(row, most) for row in found)

    def in_meld(kinds):
        return lambda team, slot: sum(k in kinds for k in melds[team].get(slot, ()))

    def in_books(kind):
        return lambda team, slot: books[team][slot].cards.count(kind) if slot in books[team] else 0

    def of_books(count):
        return lambda team, slot: count(books[team][slot]) if slot in books[team] else 0

    ended = seen.ended is not None
    phases = ("draw", "play", "answer", "offer", "pick_up")
    speaker = seen.answering
    if seen.phase == "offer":
        speaker = min(seen.offers, key=lambda s: (s - seen.turn) % players)
    opening = sum(POINTS[kind] for kind in own.melded) if seen.opening else 0
    opened = [bool(team.melded) and not (seen.opening and team is own) for team in teams]
    needed = {"red_black_5s_7s": range(4), "red_black": range(2), "none": ()}[rules.required]
    stages = rows(one(3, seen.stages[s]) for s in seats)
    return {
        "hand": counts(KINDS, seen.hands[seat], 28),
        "known": rows(counts(KINDS, seen.known[s], 28) for s in seats),
        "unseen": parts(unseen, 28),
        "pile": counts(KINDS, seen.discards, 28),
        "top": flags(KINDS, seen.discards[-1:]),
        "naturals": slots(in_meld(range(TWO)), 7),
        "twos": slots(in_meld({TWO}), 7),
        "jokers": slots(in_meld({WILD}), 7),
        "red": slots(of_books(lambda found: found.red), 4),
        "black": slots(of_books(lambda found: found.black), 4),
        "book_twos": slots(in_books(TWO), 28),
        "book_jokers": slots(in_books(WILD), 28),
        "buried": slots(of_books(lambda b: len(b.cards) - 7 * (b.red + b.black)), 28),
        "original_red": rows(one(12, team.original_red) for team in teams),
        "original_black": rows(one(12, team.original_black) for team in teams),
        "red_threes": parts((team.red_threes for team in teams), 28),
        "opened": opened,
        "held": parts((seen.sizes[s] for s in seats), 378),
        "clean": parts((seen.clean[s] for s in seats), 378),
        "stage": stages,
        "sizes": parts((seen.stock_size, len(seen.discards)), 378),
        "opening": [part(opening, 300)],
        "phase": one(6, 5 if ended else phases.index(seen.phase)),
        "turn": who(seat, players, seen.turn),
        "speaker": who(seat, players, speaker),
        "offers": flags(players, {(s - seat) % players for s in seen.offers}),
        "said": one(3, None if ended else (None, "yes", "no").index(seen.said)),
        "marks": [seen.taking, seen.discarded],
        "required": flags(4, needed),
        "minimum": [part(rules.minimums[seen.round - 1], 300)],
        "rules": [part(rules.packs, 7), part(rules.draws, 7), part(rules.max_wilds, 3)],
        "switches": [
            rules.special_natural_only,
            rules.take_onto_full,
            rules.red_three_auto,
            rules.red_three_unopened,
            rules.knee_pickup == "auto",
            rules.ask_team and players > rules.teams,
            rules.stock_out == "reshuffle",
        ],
    }


def _rank(cards):
    """The slot of a meld."""
    return next((kind - FOUR for kind in cards if kind < TWO), 11)


def knack_solitaire(seen, seat):
    rules = seen.rules
    known = rules.redeal == "turn_over" and seen.redeals_left < rules.redeals and not seen.hidden
    laid = {(x, y): card for x, y, card in seen.field}
    return {
        "top": flags(FACES, seen.waste[-1:]),
        "waste": places(seen.waste, 54, 54),
        "next": places(seen.stock if known else (), 54, 54),
        "unseen": counts(FACES, () if known else seen.unseen, 2),
        "sizes": parts((seen.stock_size, len(seen.waste)), 54),
        "redeals": parts((seen.redeals_left, rules.redeals), 9),
        "rules": [rules.redeal == "shuffle", rules.may_decline],
        **field_planes(rules, laid, rules.pack if rules.pack == 36 else 52 + rules.jokers),
    }


def knack(seen, seat):
    rules, players = seen.rules, seen.rules.players
    seats, total = around(seat, players), rules.cards.total()
    hand = sorted(seen.hands[seat])
    lacks = {(lack.seat, lack.at_most): lack.kinds for lack in seen.lacks}
    levels = []
    for s in seats:
        kinds = 0
        for level in range(5):
            kinds |= lacks.get((s, level), 0) if level < seen.held[s] else 0
            shown = kinds if level < seen.held[s] else 0
            levels.append([shown >> kind & 1 for kind in range(27)])
    gifts = [gift for gift in seen.given if gift.by == seat]
    covered = []
    for s in seats:
        under = {
            seen.deck_sizes[s] - 1 - gift.above: gift.card
            for gift in gifts
            if gift.to == s and gift.above is not None
        }
        covered += [one(FACES, under.get(place)) for place in range(5)]
    free = next((card for x, y, card in seen.field if x == y == 0), UNSEEN)
    order = [who(seat, players, s) for s in (*seen.finished, *[None] * players)][:players]
    # The first card lies face down.
    laid = {(x, y): UNSEEN if x == y == 0 else card for x, y, card in seen.field}
    return {
        "hand": rows(one(FACES, card) for card in (*hand, *[None] * (5 - len(hand)))),
        "unseen": counts(FACES, seen.unseen, 8),
        "free": one(FACES, free),
        "lacks": rows(levels),
        "given": rows(
            counts(FACES, [g.card for g in gifts if g.to == s and g.above is None], 5)
            for s in seats
        ),
        "covered": rows(covered),
        "held": parts((seen.held[s] for s in seats), 5),
        "decks": parts((seen.deck_sizes[s] for s in seats), total),
        "aside": [part(rules.aside, 5)],
        "finished": rows(order),
        "turn": who(seat, players, seen.turn),
        "dealer": who(seat, players, seen.dealer),
        "offender": who(seat, players, seen.offender),
        "passes": [part(seen.passes, players)],
        "rules": [rules.knack_call == "explicit", rules.play_on_for_places],
        "order": rows(order_rows(seen, seat, players, total)),
        **field_planes(rules, laid, total),
    }


def order_rows(seen, seat, players, total):
    """When each card of the field was laid and by whom, in reading order of the cells."""
    found = []
    if seen.laid is not None:
        cells = [(y, x) for x, y, _ in seen.field]
        for cell in sorted(cells):
            number = cells.index(cell)
            found.append([part(number + 1, total), *who(seat, players, seen.laid[number])])
    return found + [[0] * (1 + players)] * (total - len(found))


def field_planes(rules, laid, cards):
    """The cards of a field and the cells where a card can be laid."""
    matches = match_table(rules.pack, rules.wrap == "cycle").tolist()
    open_rows = [
        [1, part(x, 108), part(y, 108), *(fits >> kind & 1 for kind in range(27))]
        for y, x in sorted((y, x) for x, y in open_cells(rules, laid))
        for fits in [fitting(matches, laid, x, y)]
    ]
    laid_rows = [
        [1, part(x, 108), part(y, 108), *one(27, kind_of(laid[x, y]))]
        for y, x in sorted((y, x) for x, y in laid)
    ]
    inside = rules.inside
    outside = [cell for cell in laid if inside and not within(inside, *cell)]
    limit = 0 if not rules.field or (inside and not rules.danglers) else 2 if inside else 1
    size = (rules.field.width, rules.field.height) if rules.field else (0, 0)
    bounded = rules.danglers if inside else 0
    return {
        "laid": rows(laid_rows) + [0] * 30 * (cards - len(laid_rows)),
        "open": rows(open_rows) + [0] * 30 * (2 * cards + 2 - len(open_rows)),
        "limit": one(3, limit),
        "limits": [*parts(size, 109), part(bounded, 99), part(len(outside), 99)],
        "matching": [rules.wrap == "cycle", rules.pack == 36],
    }


def within(inside, x, y):
    left, right, bottom, top = inside
    return left <= x <= right and bottom <= y <= top


def fitting(matches, laid, x, y):
    """The kinds that match every card beside a cell."""
    fits = (1 << 27) - 1
    for dx, dy in LEGS:
        if (x + dx, y + dy) in laid:
            fits &= matches[kind_of(laid[x + dx, y + dy])]
    return fits


def open_cells(rules, laid):
    """The empty cells beside a card in which the limits of the field let a card lie."""
    if not laid:
        return [(0, 0)]
    beside = {(x + dx, y + dy) for x, y in laid for dx, dy in LEGS} - laid.keys()
    return [cell for cell in beside - {*rules.blocked} if may_lie(rules, laid, cell)]


def may_lie(rules, laid, cell):
    inside, (x, y) = rules.inside, cell
    if inside:
        if within(inside, x, y):
            return True
        hangs = sum(not within(inside, *other) for other in laid)
        near = any(within(inside, x + dx, y + dy) for dx, dy in LEGS)
        return near and hangs < rules.danglers
    if not rules.field:
        return True
    xs, ys = zip(*laid, cell, strict=False)
    return max(xs) - min(xs) < rules.field.width and max(ys) - min(ys) < rules.field.height
