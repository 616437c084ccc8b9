// Entering a position of K'nack Solitaire: the field cell by cell, the waste, how often it was dealt again.

import { say } from "../../messages.js";
import { packOf, ruleOf, sizeOf } from "../../switches.js";

/** @type {import("../../types").Editor} */
export const editor = {
  pack: packOf,

  fields: () => [
    { key: "field", label: "Field", kind: "cell", help: "Click a cell, then the card. Click a card to take it away." },
    { key: "waste", label: "Waste", kind: "cards", help: "The top card last." },
    { key: "redeals", label: "Redeals left", kind: "number", value: 2, max: 9 },
  ],

  position(values) {
    const waste = values.waste ?? [];
    const stock = { count: sizeOf(packOf(values)) - values.field.length - waste.length };
    return { field: values.field, waste, stock, redeals_left: Math.min(values.redeals, ruleOf(values, "redeals", 2)) };
  },

  missing: (values) => (values.field?.length ? [] : [say("want_cards", 1, "Field")]),
};
