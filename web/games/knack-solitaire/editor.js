// Entering a position of K'nack Solitaire: the field cell by cell, the waste, how often it was dealt again.

import { cardsIn, count } from "../../fields.js";
import { packOf, ruleOf, sizeOf } from "../../switches.js";

/** How many redeals the rules allow. @param {Record<string, any>} values */
const most = (values) => ruleOf(values, "redeals", 2);

/** @type {import("../../types").Editor} */
export const editor = {
  pack: packOf,

  fields: (values) => [
    { key: "field", label: "Field", kind: "cell", needed: true, help: "Click a cell, then the card. Click a card to take it away." },
    cardsIn("waste", "Waste", { help: "The top card last." }),
    // By other rules it is another field, as if none had been entered.
    count(`redeals${most(values)}`, "Redeals left", most(values), ["redeals_left"], most(values)),
  ],

  position(values) {
    const waste = values.waste ?? [];
    const stock = { count: sizeOf(packOf(values)) - values.field.length - waste.length };
    return { field: values.field, waste, stock, redeals_left: values[`redeals${most(values)}`] };
  },
};
