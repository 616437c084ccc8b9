// The table of K'nack: the field in the middle, the others above, one's hand and deck below.

import { h } from "../../dom.js";
import { whoIs } from "../../messages.js";
import { field, laying } from "../../parts/field.js";
import { backs, countOf, hand, namesIn, others, own } from "../../parts/scene.js";
import { editor } from "./editor.js";

/** @typedef {import("../../types").Scene} Scene */

/** @type {import("../../types").GameTable} */
export const game = {
  name: "knack", solitaire: false,
  editor,

  ends(move) {
    if (move.startsWith("give-")) return { from: `hand:${move.slice(5)}` };
    return laying(move, (code) => `hand:${code}`);
  },
  cardOf: (move) => /^(?:give-)?(..)(?:@|$)/.exec(move)?.[1] ?? "",
  action: (move) => (move.move === "pass" ? "Pass: no card can be laid" : move.text),

  heard(text, move) {
    if (move.startsWith("give-")) return text.replace(/^give[ -]\S+/, "give a card");
    return move.includes("@0,0") ? "a card face down" : text;
  },

  reveals: (move, { turn, decks }) => (move.includes("@") && !Array.isArray(decks[turn]) && countOf(decks[turn]) ? 1 : 0),

  draw(scene) {
    const inside = (/** @type {number} */ seat) => [held(scene, seat)];
    return [
      others(scene, inside),
      field(scene, scene.position.field, "free card"),
      ...own(scene, inside),
    ];
  },

  result(table, seat) {
    const { places } = table.outcome;
    return places.map((/** @type {number} */ rank, /** @type {number} */ one) => `${whoIs(one, seat)}: place ${rank}`).join(", ");
  },
};

/** The hand and the deck of a seat. @param {Scene} scene @param {number} seat */
function held(scene, seat) {
  const cards = scene.position.hands[seat];
  const deck = countOf(scene.position.decks[seat]);
  const left = h("span.muted.small", `${deck} in the deck, ${deck + countOf(cards)} left`);
  if (!Array.isArray(cards)) return h("div.row", backs(cards), left);
  return h("div.held.group", hand(scene, cards, namesIn(scene, seat)), left);
}
