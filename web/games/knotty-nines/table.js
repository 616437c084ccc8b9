// The table of Knotty Nines: nine piles, and a stock that fills the spaces.

import { nameOf } from "../../cards.js";
import { h } from "../../dom.js";
import { say } from "../../messages.js";
import { countOf, pile, place, stock } from "../../parts/scene.js";
import { editor } from "./editor.js";

/** @type {import("../../types").GameTable} */
export const game = {
  name: "knotty-nines", solitaire: true,
  editor,

  ends(move) {
    const [from, to] = move.split("=")[0].split(">");
    return { from: `pile:${from}`, to: `pile:${to}` };
  },

  reveals(move, position) {
    const from = Number(move.split(">")[0]) - 1;
    return !Array.isArray(position.stock) && countOf(position.stock) && position.tableau[from].length === 1 ? 1 : 0;
  },

  draw(scene) {
    const { tableau, stock: rest } = scene.position;
    const piles = tableau.map((/** @type {string[]} */ cards, /** @type {number} */ index) =>
      pile(scene, cards, `pile:${index + 1}`, say("pile", index + 1), (code) =>
        say("in_pile", nameOf(code), index + 1)),
    );
    const left = countOf(rest);
    const all = 52 - tableau.length;
    return [
      h("div.upper", stock(scene, left, ""), place(`${all - left} of ${all} drawn`, meter(all - left, all))),
      h("div.tableau.group", { style: { "--piles": tableau.length } }, piles),
    ];
  },

  result(table) {
    return say(table.outcome?.won ? "won" : "lost");
  },
};

/** @param {number} done @param {number} all */
const meter = (done, all) => h("span.meter", { style: { "--share": done / all }, "aria-hidden": "true" });
