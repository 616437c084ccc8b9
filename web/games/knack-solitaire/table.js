// The table of K'nack Solitaire: the stock, the waste, and the field that grows card by card.

import { nameOf } from "../../cards.js";
import { h } from "../../dom.js";
import { cards, say } from "../../messages.js";
import { field, laying } from "../../parts/field.js";
import { card, countOf, place, stock } from "../../parts/scene.js";
import { editor } from "./editor.js";

/** @typedef {import("../../types").Scene} Scene */

/** @type {import("../../types").GameTable} */
export const game = {
  name: "knack-solitaire", solitaire: true, lifted: "waste",
  editor,

  ends: (move) => (move.includes("@") ? laying(move, () => "waste") : { from: "stock" }),
  reveals: (move, position) => (move === "draw" && !Array.isArray(position.stock) ? 1 : 0),

  draw(scene) {
    const { waste, stock: rest, field: laid, redeals_left: redeals, rules } = scene.position;
    const left = countOf(rest);
    return [
      h("div.upper.group",
        stockOf(scene, left),
        place(`Waste, ${cards(waste.length)}`, top(scene, waste)),
        h("p.muted.small", `${cards(laid.length)} laid, ${left + waste.length} to go, ${redeals ?? rules.redeals} redeals left`)),
      field(scene, laid),
    ];
  },

  result: (table) => (table.outcome?.won ? say("won") : `${say("lost")} ${cards(table.position.waste.length)} left.`),
};

/** @param {Scene} scene @param {string[]} waste */
function top(scene, waste) {
  const code = waste.at(-1);
  return code ? card(scene, code, { key: "waste", id: `waste:${code}`, name: `${nameOf(code)}, waste` }) : h("span.space");
}

/** The stock, which may be made of the waste again. @param {Scene} scene @param {number} left */
function stockOf(scene, left) {
  if (left || !scene.ends.some((ends) => ends.move === "redeal")) return stock(scene, left);
  const again = h("button", { class: "card space live", label: "Make the waste the stock again", data: { key: "stock" } }, "↻");
  return place("Redeal", again);
}
