// Entering a position of Knotty Nines: the piles card by card, the stock as its cards or face down.

import { ONE_PACK } from "../../cards.js";
import { cardsIn } from "../../fields.js";
import { ruleOf } from "../../switches.js";

/** The piles, card by card. @param {Record<string, any>} values @returns {string[][]} */
const pilesOf = (values) => Array.from({ length: ruleOf(values, "piles", 9) }, (_, pile) => values[`pile${pile}`] ?? []);

/** How many cards the stock has. @param {Record<string, any>} values */
const rest = (values) => 52 - pilesOf(values).flat().length;

/** @type {import("../../types").Editor} */
export const editor = {
  pack: () => ONE_PACK,

  fields: (values) => [
    ...pilesOf(values).map((_, pile) => cardsIn(`pile${pile}`, `Pile ${pile + 1}`, { needed: rest(values) > 0, at: [`tableau/${pile}`], help: pile ? "" : "The base card first, the top card last." })),
    cardsIn("stock", "Stock, if you know it", { size: values.stock?.length ? rest(values) : undefined, help: "The next card first. Left empty, it lies face down." }),
  ],

  position: (values) => ({ tableau: pilesOf(values), stock: values.stock?.length ? values.stock : { count: rest(values) } }),
};
