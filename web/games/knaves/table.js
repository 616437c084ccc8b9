// The table of Knaves: two opponents, the trick in the middle, the trump card, one's hand.

import { nameOf, short } from "../../cards.js";
import { h } from "../../dom.js";
import { capital, minus, whoIs } from "../../messages.js";
import { card, classes, held, looks, others, own, place } from "../../parts/scene.js";
import { editor } from "./editor.js";

/** @typedef {import("../../types").Scene} Scene */

/** @type {import("../../types").GameTable} */
export const game = {
  name: "knaves", solitaire: false, direct: true,
  editor,

  ends: (move) => (/^(call|no)-/.test(move) ? {} : { from: `hand:${move}`, to: "trick" }),
  cardOf: (move) => (/^(call|no)-/.test(move) ? "" : move),

  draw(scene) {
    const { turned } = scene.position;
    const trumps = `${capital(nameOf(turned))}, trumps`;
    return [
      others(scene, (seat) => [held(scene, seat), tally(scene, seat)]),
      h("div.middle", place(trumps, card(scene, turned, { name: trumps })), trick(scene)),
      ...own(scene, (seat) => [tally(scene, seat), held(scene, seat)]),
    ];
  },

  result(table, seat) {
    const { match, payoffs } = table.outcome;
    const name = (/** @type {number} */ one) => whoIs(one, seat);
    const round = payoffs.map((/** @type {number} */ one, /** @type {number} */ at) => `${name(at)}: ${minus(one)}`).join(", ");
    const end = match.winners.length ? ` ${match.winners.map(name).join(", ")} won the match.` : "";
    return `Round over: ${round}. Totals ${match.totals.map(minus).join(" : ")}.${end}`;
  },
};

/** Tricks, points and total of a seat. @param {Scene} scene @param {number} seat */
function tally(scene, seat) {
  const { scores } = scene.position;
  const { taken, points } = counted(scene.position)[seat];
  const words = `${taken} ${taken === 1 ? "trick" : "tricks"}, ${minus(points)} this round, total ${minus(scores[seat] + points)}`;
  return h("p.muted.small", words);
}

/** What each seat has taken: the winner of a trick leads to the next. @param {any} position */
function counted(position) {
  const { tricks, trick, rules } = position;
  const found = position.hands.map(() => ({ taken: 0, points: 0 }));
  const names = /** @type {Record<string, string>} */ ({ H: "jack_hearts", D: "jack_diamonds", C: "jack_clubs", S: "jack_spades" });
  tricks.forEach((/** @type {any} */ one, /** @type {number} */ index) => {
    const winner = (tricks[index + 1] ?? trick).leader;
    if (winner === null || winner === undefined) return;
    found[winner].taken++;
    found[winner].points += 1 + one.cards.reduce((/** @type {number} */ sum, /** @type {string} */ code) => sum + (code[0] === "J" ? rules[names[code[1]]] : 0), 0);
  });
  return found;
}

/** The cards on the table, or the last trick until the next card is led. @param {Scene} scene */
function trick(scene) {
  const { tricks, trick: now, hands } = scene.position;
  const last = !now.cards.length && tricks.length > 0;
  const shown = last ? tricks.at(-1) : now;
  const played = shown.cards.map((/** @type {string} */ code, /** @type {number} */ index) => {
    const seat = (shown.leader + index) % hands.length;
    const who = whoIs(seat, looks(scene));
    const won = last && now.leader === seat;
    return h("div", { class: classes("played", { won }) },
      card(scene, code, { id: `${code}#1`, name: `${nameOf(code)}, played by ${who}` }), h("span.label", won ? `${who} took it` : who));
  });
  const empty = Array.from({ length: hands.length - played.length }, () => h("div.played", h("span.space")));
  const label = last ? `Last trick: ${shown.cards.map(short).join(" ")}` : "Trick";
  return h("div", { class: classes("trick group", { last }), role: "group", label, data: { drop: "trick" } }, played, empty);
}
