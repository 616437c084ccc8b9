// Entering a position of K'nack as one player sees it: the field, the hand, how many cards all have.

import { count, handsOf, ownHand, seat, seatsOf } from "../../fields.js";
import { cards } from "../../messages.js";
import { packOf, ruleOf, sizeOf } from "../../switches.js";

/** @typedef {Record<string, any>} Values */

/** All cards of the game: by default a pack for two players, or of 36 one for each. @param {Values} values */
function allCards(values) {
  const { length } = seatsOf(values);
  const usual = ruleOf(values, "pack", 54) === 36 ? length : (length + 1) >> 1;
  return packOf(values, ruleOf(values, "packs", usual));
}

/** Cards that nobody gets. @param {Values} values */
const aside = (values) => sizeOf(allCards(values)) % seatsOf(values).length;

/** What a seat has when the free card has been laid. @param {Values} values @param {number} one */
const share = (values, one) => (sizeOf(allCards(values)) - aside(values)) / seatsOf(values).length - Number(String(one) === (values.free ?? "1"));

/** What lies on the field, by whether it is the free card. @param {Values} values @param {boolean} [free]
 * @returns {[number, number, string][]} */
const laid = ({ field = [] }, free = false) => field.filter((/** @type {number[]} */ [x, y]) => !(x || y) === free);

/** @type {import("../../types").Editor} */
export const editor = {
  pack: allCards,

  fields(values) {
    const seats = seatsOf(values);
    const left = values[`left${values.seat}`];
    return [
      seat("turn", "To play", seats),
      seat("free", "The free card was laid by", seats, "1"),
      ownHand(values, { size: left >= 0 ? Math.min(5, left) : 5 }),
      ...seats.map((one) => count(`left${one}`, `Cards of seat ${one}`, share(values, one), [`decks/${one}`, `hands/${one}`])),
      { key: "field", label: "Field", kind: "cell", help: "The free card lies at 0, 0, face down: enter it if you laid it, else leave that cell empty. Click a cell, then the card." },
    ];
  },

  position(values) {
    const seats = seatsOf(values);
    const own = Number(values.seat);
    const { hand = [] } = values;
    const held = (/** @type {number} */ one) => Math.min(5, values[`left${one}`] ?? 0);
    return {
      dealer: (Number(values.free) + seats.length - 1) % seats.length, turn: Number(values.turn),
      field: [...(values.free === values.seat ? laid(values, true) : [[0, 0, "??"]]), ...laid(values)],
      hands: handsOf(values, held),
      decks: seats.map((one) => ({ count: values[`left${one}`] - (one === own ? hand.length : held(one)) })),
      aside: { count: aside(values) },
    };
  },

  missing(values) {
    const known = laid(values, true).length > 0;
    const free = known === (values.free === values.seat) ? [] : [known ? "only who laid the free card knows it: leave 0, 0 empty" : "you laid the free card: enter it at 0, 0"];
    const held = seatsOf(values).reduce((total, one) => total + (values[`left${one}`] || 0), 0);
    const onField = 1 + laid(values).length;
    const all = sizeOf(allCards(values)) - aside(values);
    return held + onField === all ? free : [...free, `${cards(held)} of the players and ${cards(onField)} on the field make ${held + onField}, and there are ${all}`];
  },
};
