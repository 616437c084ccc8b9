// Entering a position of Hand, Knee and Foot as one player sees it. Suits may be left out.

import { KINDS, rankOf, readCards } from "../../cards.js";
import { cardsIn, count, handsOf, oneOf, ownHand, seatsOf, total } from "../../fields.js";
import { countOf } from "../../parts/scene.js";

const PACKS = /** @type {Record<number, number>} */ ({ 2: 6, 3: 7, 4: 6, 6: 7 });
const teamsOf = (/** @type {number[]} */ seats) => seats.slice(0, seats.length < 4 ? seats.length : 2);

/** Melds typed as KKK2 555. @param {string} text @returns {string[][]} */
const meldsIn = (text) => (text ?? "").split(/\s+/).filter(Boolean).map((word) => readCards(word, true).cards);

const isWild = (/** @type {string} */ code) => code === "JK" || code[0] === "2";

/** @param {readonly string[]} meld */
export function rankOfMeld(meld) {
  const natural = meld.find((code) => !isWild(code));
  return natural ? rankOf(natural) : "wild";
}

/** Ranks whose books count as neither red nor black ones. */
const SPECIAL = ["5", "7", "wild"];

/** What a team has on the table, from melds as they were typed: seven cards or more are a book. The
 * books of a rank are listed together; of each colour it matters which one was completed first.
 * @param {string[][]} typed */
function tableOf(typed) {
  /** @type {Record<string, any>} */
  const first = {};
  /** @type {Map<string, {rank: string, red: number, black: number, cards: string[]}>} */
  const books = new Map();
  for (const meld of typed.filter(({ length }) => length > 6)) {
    const rank = rankOfMeld(meld);
    const colour = rank !== "wild" && meld.some(isWild) ? "black" : "red";
    const found = books.get(rank) ?? { rank, red: 0, black: 0, cards: [] };
    found[colour]++;
    found.cards.push(...meld);
    books.set(rank, found);
    if (!SPECIAL.includes(rank)) first[`original_${colour}`] ??= rank;
  }
  return { melds: typed.filter(({ length }) => length < 7), books: [...books.values()], ...first };
}

/** @type {import("../../types").Editor} */
export const editor = {
  pack(values) {
    const packs = PACKS[values.players];
    const each = (/** @type {string} */ kind) => (kind === "JK" || kind[0] === "3" ? 2 : 4) * packs;
    return new Map(KINDS.map((kind) => [kind, each(kind)]));
  },

  fields(values) {
    const seats = seatsOf(values);
    const teams = teamsOf(seats);
    return [
      oneOf("phase", "You", [["draw", "are to draw"], ["play", "have drawn"]], "draw"),
      oneOf("round", "Round", [1, 2, 3, 4], "1"),
      ...teams.map((team) => total("team", team)),
      ...seats.flatMap((one) => [
        { ...oneOf(`in${one}`, `Seat ${one} plays from`, ["hand", "knee", "foot"], "hand"), at: [`knees/${one}`, `feet/${one}`] },
        ...(one === Number(values.seat) ? [] : [count(`count${one}`, `Cards held by seat ${one}`, 15, [`hands/${one}`])]),
      ]),
      ownHand(values, { needed: true }),
      cardsIn("discards", "Discard pile", { help: "The top card last." }),
      ...teams.map((team) => ({
        key: `melds${team}`, label: `Melds and books of team ${team}`, kind: /** @type {const} */ ("text"),
        at: [`teams/${team}`],
        help: team ? "" : "One word each, as in KKK2 555 QQQQQQQ; seven make a book. Books in the order in which they were completed.",
      })),
      ...teams.map((team) => ({ ...count(`threes${team}`, `Red threes of team ${team}`, 0, [`teams/${team}/red_threes`]), of: "3R" })),
    ];
  },

  position(values) {
    const seats = seatsOf(values);
    const own = Number(values.seat);
    const { discards = [] } = values;
    const knees = seats.map((one) => (values[`in${one}`] === "hand" ? { count: 13 } : []));
    const feet = seats.map((one) => (values[`in${one}`] === "foot" ? [] : { count: 11 }));
    const hands = handsOf(values, (one) => values[`count${one}`]);
    const teams = teamsOf(seats).map((team) => ({ ...tableOf(meldsIn(values[`melds${team}`])), red_threes: Array(values[`threes${team}`]).fill("3R") }));
    const down = teams.flatMap(({ melds, books, red_threes }) => [...melds, ...books.map((one) => one.cards), red_threes]);
    const left = [...knees, ...feet, ...hands, ...down, discards].reduce((total, cards) => total - countOf(cards), 54 * PACKS[seats.length]);
    return {
      round: Number(values.round), dealer: own, turn: own,
      scores: teams.map((_, team) => values[`score${team}`]), hands, knees, feet, teams, discards, stock: { count: left },
      phase: values.phase,
    };
  },
};
