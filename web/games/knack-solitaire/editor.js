// Entering a position of K'nack Solitaire: the field cell by cell, the waste, how often it was dealt again.

import { JOKER, PACK } from "../../cards.js";
import { say } from "../../messages.js";

/** @type {import("../../types").Editor} */
export const editor = {
  pack: () => new Map([...PACK.map((card) => /** @type {[string, number]} */ ([card, 1])), [JOKER, 2]]),

  fields: () => [
    { key: "field", label: "Field", kind: "cell", help: "Click a cell, then the card. Click a card to take it away." },
    { key: "waste", label: "Waste", kind: "cards", help: "The top card last." },
    { key: "redeals", label: "Redeals left", kind: "number", value: 2, max: 9 },
  ],

  position(values) {
    const waste = values.waste ?? [];
    const stock = { count: 54 - values.field.length - waste.length };
    return { field: values.field, waste, stock, redeals_left: values.redeals };
  },

  missing: (values) => (values.field?.length ? [] : [say("want_cards", 1, "Field")]),
};
