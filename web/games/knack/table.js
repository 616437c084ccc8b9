// The table of K'nack: the field in the middle, the others above, one's hand and deck below.

import { nameOf } from "../../cards.js";
import { h } from "../../dom.js";
import { say } from "../../messages.js";
import { field, laying } from "../../parts/field.js";
import { backs, countOf, hand, others, seatBox } from "../../parts/scene.js";
import { editor } from "./editor.js";

/** @typedef {import("../../types").Scene} Scene */

/** @type {import("../../types").GameTable} */
export const game = {
  ...{ name: "knack", solitaire: false, playerCounts: [2], verbs: [] },
  editor,

  ends(move) {
    if (move.startsWith("give-")) return { from: `hand:${move.slice(5)}` };
    return laying(move, (code) => `hand:${code}`);
  },
  cardOf: (move) => /^(?:give-)?(..)(?:@|$)/.exec(move)?.[1] ?? "",
  action: (move) => (move.move === "pass" ? "Pass: no card can be laid" : move.text),

  reveals(move, position) {
    const { seat, turn, decks } = position;
    return seat !== undefined && seat === turn && move.includes("@") && !Array.isArray(decks[turn]) && countOf(decks[turn]) ? 1 : 0;
  },

  draw(scene) {
    const { hands, field: laid } = scene.position;
    return [
      h("div", { class: "others" }, others(scene, hands.length).map((seat) => seatBox(scene, seat, held(scene, seat)))),
      field(scene, laid, "free card"),
      ...(scene.seat === null ? [] : [seatBox(scene, scene.seat, held(scene, scene.seat))]),
    ];
  },

  result(table, seat) {
    const { places } = table.outcome;
    const name = (/** @type {number} */ one) => (one === seat ? say("you") : say("seat", one));
    return places.map((/** @type {number} */ rank, /** @type {number} */ one) => `${name(one)}: place ${rank}`).join(", ");
  },
};

/** The hand and the deck of a seat. @param {Scene} scene @param {number} seat */
function held(scene, seat) {
  const cards = scene.position.hands[seat];
  const deck = countOf(scene.position.decks[seat]);
  const left = h("span", { class: "muted small" }, `${deck} in the deck, ${deck + countOf(cards)} left`);
  if (!Array.isArray(cards)) return h("div", { class: "row" }, backs(countOf(cards), `${countOf(cards)} cards face down`), left);
  const turn = seat === scene.table.to_move;
  const own = seat === scene.seat;
  const label = own ? "Your hand" : `Hand of seat ${seat}`;
  return h("div", { class: "held", data: { group: "" } }, hand(scene, cards, { label, key: (code) => (turn ? `hand:${code}` : ""),
    name: (code) => (own ? say("in_hand", nameOf(code)) : say("in_hand_of", nameOf(code), seat)) }), left);
}
