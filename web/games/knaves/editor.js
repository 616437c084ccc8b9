// Entering a position of Knaves as one player sees it: the hand, the trump card, what was played.

import { ONE_PACK } from "../../cards.js";
import { cardsIn, handsOf, ownHand, seat, total } from "../../fields.js";
import { ruleOf } from "../../switches.js";

const ORDER = "23456789TJQKA";
const SEATS = [0, 1, 2];

/** @typedef {Record<string, any>} Values */

const sizeOf = (/** @type {Values} */ values) => ruleOf(values, "hand_size", 13);

/** The tricks that are complete, and the cards on the table. @param {Values} values */
function played({ played: cards = [] }) {
  const whole = Math.floor(cards.length / 3);
  const tricks = Array.from({ length: whole }, (_, at) => cards.slice(3 * at, 3 * at + 3));
  return { tricks, trick: cards.slice(3 * whole) };
}

/** Who took each trick, and so led the next, by seats from who led first. @param {Values} values */
function leaders(values) {
  const [rank, suit] = values.turned?.[0] ?? "";
  const trumps = rank === "J" && ruleOf(values, "turned_jack", "") === "no_trump" ? "" : suit;
  return played(values).tricks.reduce((/** @type {number[]} */ found, /** @type {string[]} */ trick) => {
    const worth = (/** @type {string} */ card) => ORDER.indexOf(card[0]) + (card[1] === trumps ? 100 : card[1] === trick[0][1] ? 50 : 0);
    const best = trick.reduce((one, other) => (worth(other) > worth(one) ? other : one));
    return [...found, (found[found.length - 1] + trick.indexOf(best)) % 3];
  }, [0]);
}

/** Who leads the first trick: by default such that it is one's own turn. @param {Values} values */
function first(values) {
  if (values.dealer) return (Number(values.dealer) + 1) % 3;
  const since = (leaders(values).at(-1) ?? 0) + played(values).trick.length;
  return (Number(values.seat) - since + 6) % 3;
}

/** How many cards a seat holds. @param {Values} values @param {number} one */
function left(values, one) {
  const { tricks, trick } = played(values);
  const leader = first(values) + (leaders(values).at(-1) ?? 0);
  return sizeOf(values) - tricks.length - ((one - leader + 6) % 3 < trick.length ? 1 : 0);
}

/** @type {import("../../types").Editor} */
export const editor = {
  pack: () => ONE_PACK,

  fields: (values) => [
    seat("dealer", "Dealer", SEATS, "", [["", "worked out"]]),
    ...SEATS.map((one) => total("seat", one)),
    cardsIn("turned", "Trump card", { size: 1 }),
    ownHand(values, { size: left(values, Number(values.seat)) }),
    cardsIn("played", "Cards played so far, in order", { at: ["tricks", "trick"], help: "Three to a trick, beginning with the first trick; the last one or two lie on the table." }),
  ],

  position(values) {
    const { tricks, trick } = played(values);
    return {
      turned: values.turned?.[0], dealer: (first(values) + 2) % 3,
      scores: SEATS.map((one) => values[`score${one}`]),
      hands: handsOf(values, (one) => left(values, one)),
      out: { count: 51 - 3 * sizeOf(values) },
      tricks: tricks.map((/** @type {string[]} */ cards) => ({ cards })),
      trick: { cards: trick },
    };
  },
};
