// Entering a position of K'nack Solitaire: the field cell by cell, the waste, how often it was dealt again.

import { cardsIn, count } from "../../fields.js";
import { packOf, ruleOf, sizeOf } from "../../switches.js";

/** @type {import("../../types").Editor} */
export const editor = {
  pack: packOf,

  fields: () => [
    { key: "field", label: "Field", kind: "cell", needed: true, help: "Click a cell, then the card. Click a card to take it away." },
    cardsIn("waste", "Waste", { help: "The top card last." }),
    count("redeals", "Redeals left", 2, ["redeals_left"]),
  ],

  position(values) {
    const waste = values.waste ?? [];
    const stock = { count: sizeOf(packOf(values)) - values.field.length - waste.length };
    return { field: values.field, waste, stock, redeals_left: Math.min(values.redeals, ruleOf(values, "redeals", 2)) };
  },
};
