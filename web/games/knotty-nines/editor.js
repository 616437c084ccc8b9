// Entering a position of Knotty Nines: the piles card by card, the stock as its cards or face down.

import { PACK } from "../../cards.js";
import { say } from "../../messages.js";
import { ruleOf } from "../../switches.js";

/** The piles, card by card. @param {Record<string, any>} values @returns {string[][]} */
const pilesOf = (values) => Array.from({ length: ruleOf(values, "piles", 9) }, (_, pile) => values[`pile${pile}`] ?? []);

/** @param {Record<string, any>} values @returns {string[]} */
const onTable = (values) => pilesOf(values).flat();

/** @type {import("../../types").Editor} */
export const editor = {
  pack: () => new Map(PACK.map((card) => [card, 1])),

  fields: (values) => [
    ...pilesOf(values).map((_, pile) => ({
      ...{ key: `pile${pile}`, label: `Pile ${pile + 1}`, kind: /** @type {"cards"} */ ("cards") },
      help: pile ? "" : "The base card first, the top card last.",
    })),
    { key: "stock", label: "Stock, if you know it", kind: "cards", help: "The next card first. Left empty, it lies face down." },
  ],

  position(values) {
    const tableau = pilesOf(values);
    const stock = values.stock?.length ? values.stock : { count: 52 - onTable(values).length };
    return { tableau, stock };
  },

  missing(values) {
    const left = 52 - onTable(values).length;
    const found = [];
    pilesOf(values).forEach((cards, pile) => {
      if (!cards.length && left) found.push(say("want_cards", 1, `Pile ${pile + 1}`));
    });
    const stock = values.stock?.length ?? 0;
    if (stock && stock !== left) found.push(say("want_cards", left - stock, "Stock"));
    return found;
  },
};
