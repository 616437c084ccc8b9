// <review-graph>: what the reviewed seat could expect, with its mistakes marked; luck and skill
// besides, where luck was measured.

import { plain } from "../cards.js";
import { h } from "../dom.js";
import { say } from "../messages.js";
import { ownOf } from "../review.js";
import { Part } from "./part.js";
import { chart, plot } from "./plot.js";
import { amount } from "./value-bar.js";

/** @typedef {import("../types").Review} Review */
/** @typedef {import("./plot.js").Point} Point */

export const SIGNS = /** @type {Record<string, string>} */ ({ inaccuracy: "?!", mistake: "?", blunder: "??" });

export class ReviewGraph extends Part {
  topics = ["node", "review"];

  /** @param {import("../types").App} app */
  inside({ store, reviewer }) {
    const { review, node } = store;
    const points = review && !review.sought ? expected(review) : [];
    if (!review || points.length < 2) return null;
    const chance = unitOf(review) === "win_probability";
    const last = review.line.length - 1;
    const go = (/** @type {number} */ move) => void reviewer.at(move);
    const marks = reviewer.faults().flatMap(({ ply, text, played, judgement, after }) => {
      const name = `${ply + 1}. ${plain(text ?? played)}: ${say(`judged_${judgement}`)}`;
      const style = `${judgement}${ply + 1 === node?.ply ? " here" : ""}`;
      return after ? [{ at: /** @type {Point} */ ([ply + 1, after.value]), style, sign: SIGNS[judgement ?? ""], label: name, act: () => go(ply + 1) }] : [];
    });
    return [...chart(chance, points, { last, ply: node?.ply, marks, go }), ...luckAndSkill(review, last, go)];
  }
}

/** @param {Review} review @param {number} last @param {(move: number) => void} go */
function luckAndSkill(review, last, go) {
  const events = review.answer?.luck;
  if (!events) return [];
  const { seat } = review;
  const luck = stairs(last, events.map((event) => [(event.ply ?? -1) + 1, event.changes[seat] ?? 0]));
  const losses = ownOf(review).flatMap(({ ply, loss }) => (loss ? [/** @type {Point} */ ([ply + 1, -loss.value])] : []));
  const skill = stairs(last, losses);
  const values = [...luck, ...skill].map((point) => point[1]);
  const [low, high] = [Math.min(...values, 0), Math.max(...values, 0)];
  const total = (/** @type {Point[]} */ points) => amount(points[points.length - 1][1], unitOf(review) ?? "points", true);
  const words = [say("luck", total(luck)), say("skill", total(skill))];
  const key = (/** @type {string} */ style, /** @type {string} */ text) =>
    h("span", { class: `key ${style}` }, text);
  return [
    h("h2", say("luck_and_skill")),
    plot({ label: words.join(", "), last, low, high, axis: 0, scale: [high, low].map((value) => amount(value, unitOf(review) ?? "points", true).split(" ")[0]),
      curves: [{ points: luck, style: "luck" }, { points: skill, style: "skill" }], go }),
    h("p.keys-of-plot.small.muted", key("luck", words[0]), key("skill", words[1])),
  ];
}

/** @param {Review} review */
const unitOf = (review) => review.answer?.unit ?? ownOf(review).find((one) => one.before)?.before?.unit;

/** What the seat could expect before and after each decision. @param {Review} review @returns {Point[]} */
const expected = (review) =>
  ownOf(review).flatMap(({ ply, before, after }) => (before && after ? [[ply, before.value], [ply + 1, after.value]] : []));

/** Sums of changes over the whole game. @param {number} last @param {Point[]} changes @returns {Point[]} */
function stairs(last, changes) {
  /** @type {Point[]} */
  const points = [[0, 0]];
  for (const [move, change] of changes.sort((one, other) => one[0] - other[0])) {
    const below = points[points.length - 1][1];
    points.push([move, below], [move, below + change]);
  }
  return [...points, [last, points[points.length - 1][1]]];
}

customElements.define("review-graph", ReviewGraph);
