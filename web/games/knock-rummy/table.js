// The table of Knock Rummy: stock and discard pile, the others, one's hand with its melds laid out.

import { h } from "../../dom.js";
import { minus, whoIs } from "../../messages.js";
import { countOf, discardPile, hand, held, namesIn, others, own, stock } from "../../parts/scene.js";
import { editor } from "./editor.js";

/** @typedef {import("../../types").Scene} Scene */
/** @typedef {{melds: string[][], unmatched: string[], deadwood: number, payment?: number | string}} Split */

/** @type {import("../../types").GameTable} */
export const game = {
  name: "knock-rummy", solitaire: false,
  editor,

  ends(move) {
    if (move === "draw" || move === "turn-over") return { from: "stock" };
    if (move === "take") return { from: "discards" };
    if (move === "out" || move.startsWith("out=")) return {};
    return move.startsWith("knock-") ? { from: `hand:${move.slice(6, 8)}` } : { from: `hand:${move.slice(0, 2)}`, to: "discards" };
  },
  cardOf: (move) => (/^[A2-9TJQK][CDHS]/.test(move) ? move.slice(0, 2) : ""),

  heard: (text, move) => (/^(knock|out)/.test(move) ? text : text.replace(/, (\d+ left un|all )matched$/, "")),

  reveals: (move, position) => (move === "draw" && !Array.isArray(position.stock) ? 1 : 0),

  shows(move, { hands, turn }) {
    const thrown = move.startsWith("knock-") ? 1 : 0;
    if (!thrown && move !== "out") return [];
    const left = (/** @type {any} */ cards, /** @type {number} */ seat) => (Array.isArray(cards) ? 0 : countOf(cards) - (seat === turn ? thrown : 0));
    return hands.map(left);
  },

  async annotate(node, ask) {
    const { hands, rules } = node.table.position;
    const splits = hands.map((/** @type {any} */ cards) => (Array.isArray(cards) && cards.length ? ask("melds", { hand: cards, rules }) : null));
    return Promise.all(splits);
  },

  draw(scene) {
    const { stock: rest, discards } = scene.position;
    const inside = (/** @type {number} */ seat) => [handOf(scene, seat)];
    return [
      others(scene, inside),
      h("div.middle.group", stock(scene, countOf(rest)), discardPile(scene, discards)),
      ...own(scene, inside),
    ];
  },

  result(table, seat) {
    const { payoffs, by, match } = table.outcome;
    const how = by === "knock" ? "A knock ends the hand" : by === "out" ? "A matched hand is laid down" : "The hand ends without a score";
    const paid = payoffs.map((/** @type {number} */ one, /** @type {number} */ at) => `${whoIs(at, seat)}: ${one > 0 ? "+" : ""}${minus(one)}`);
    return `${how}: ${paid.join(", ")}. Totals ${(match?.totals ?? []).map(minus).join(" : ")}.`;
  },
};

/** The hand of a seat, split into melds. @param {Scene} scene @param {number} seat */
function handOf(scene, seat) {
  const split = /** @type {Split | null} */ (scene.table.outcome?.settlement?.hands?.[seat] ?? scene.node.annotated?.[seat]);
  return held(scene, seat, split ? () => inMelds(scene, split, namesIn(scene, seat)) : undefined);
}

/** @param {Scene} scene @param {Split} split @param {ReturnType<typeof namesIn>} names */
function inMelds(scene, { melds, unmatched, deadwood }, names) {
  const laid = melds.map((meld, at) => hand(scene, meld, { ...names, label: `Meld ${at + 1}`, sort: false }));
  const rest = unmatched.length ? [hand(scene, unmatched, { ...names, label: "Deadwood" })] : [];
  return h("div.split", { role: "group", label: names.label },
    h("div.melds.group", laid, rest), h("p.muted.small", `Deadwood ${deadwood}`));
}
