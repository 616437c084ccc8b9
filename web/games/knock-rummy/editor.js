// Entering a position of Knock Rummy as one player sees it.

import { ONE_PACK } from "../../cards.js";
import { cardsIn, handsOf, oneOf, ownHand, seatsOf, total } from "../../fields.js";

/** @typedef {Record<string, any>} Values */

const SIZES = [0, 0, 10, 7, 7, 6, 6];

/** How many cards each other player holds. @param {Values} values */
const dealt = (values) => SIZES[values.players];

/** How many cards one holds oneself. @param {Values} values */
const held = (values) => dealt(values) + (values.drawn === "yes" ? 1 : 0);

/** A total as the service reads it. Blanks between digits stay: 3 1/3 is not 31/3. @param {any} typed */
const totalOf = (typed) => String(typed).trim().replace(/^[-−]\s*/, "-").replace(/\s*\/\s*/, "/");

/** @type {import("../../types").Editor} */
export const editor = {
  pack: () => ONE_PACK,

  fields(values) {
    const seats = seatsOf(values);
    const others = seats.filter((one) => one !== Number(values.seat));
    return [
      oneOf("drawn", "You", [["no", "are to draw"], ["yes", "are to discard"]], "no"),
      ...seats.map((one) => ({ ...total("seat", one), kind: /** @type {const} */ ("fraction") })),
      ownHand(values, { size: held(values) }),
      cardsIn("discards", "Discard pile", { needed: values.drawn !== "yes", help: "The top card last." }),
      ...others.map((one) => cardsIn(`known${one}`, `Seat ${one} is known to hold`, { at: [`known/${one}`, `hands/${one}`] })),
    ];
  },

  position(values) {
    const seats = seatsOf(values);
    const own = Number(values.seat);
    const { hand = [], discards = [] } = values;
    const others = dealt(values) * (seats.length - 1);
    return {
      dealer: (own + seats.length - 1) % seats.length, turn: own, discards,
      scores: seats.map((one) => totalOf(values[`score${one}`])),
      hands: handsOf(values, () => dealt(values)),
      known: seats.map((one) => (one === own ? [] : (values[`known${one}`] ?? []))),
      stock: { count: 52 - others - hand.length - discards.length },
    };
  },
};
