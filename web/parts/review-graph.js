// <review-graph>: what the reviewed seat could expect, with its mistakes marked; luck and skill
// besides, where luck was measured.

import { h } from "../dom.js";
import { say } from "../messages.js";
import { plot } from "./plot.js";
import { percent, signed } from "./value-bar.js";

/** @typedef {import("../types").Review} Review */
/** @typedef {import("./plot.js").Point} Point */

export const SIGNS = /** @type {Record<string, string>} */ ({ inaccuracy: "?!", mistake: "?", blunder: "??" });

export class ReviewGraph extends HTMLElement {
  /** @param {import("../store.js").Store} store @param {import("../review.js").Reviewer} reviewer @param {AbortSignal} signal */
  begin(store, reviewer, signal) {
    const draw = () => this.#draw(store, reviewer);
    for (const topic of ["node", "review"]) store.on(topic, draw, signal);
    draw();
  }

  /** @param {import("../store.js").Store} store @param {import("../review.js").Reviewer} reviewer */
  #draw(store, reviewer) {
    const { review } = store;
    const points = review ? expected(review) : [];
    this.hidden = !review || points.length < 2 || review.sought !== undefined;
    if (!review || this.hidden) return this.replaceChildren();
    const chance = unitOf(review) === "win_probability";
    const write = chance ? percent : signed;
    const values = points.map((point) => point[1]);
    const last = review.line.length - 1;
    const go = (/** @type {number} */ move) => void reviewer.at(move);
    const marks = reviewer.faults().flatMap(({ ply, played, judgement, after }) => {
      const name = `${ply + 1}. ${played}: ${say(`judged_${judgement}`)}`;
      const style = `${judgement}${ply + 1 === store.node?.ply ? " here" : ""}`;
      return after ? [{ at: /** @type {Point} */ ([ply + 1, after.value]), style, sign: SIGNS[judgement ?? ""], label: name, act: () => go(ply + 1) }] : [];
    });
    const title = say(chance ? "chance" : "points_chart");
    const now = points.findLast(([move]) => move === store.node?.ply);
    const [low, high] = chance ? [0, 1] : [Math.min(...values, 0), Math.max(...values, 1)];
    this.replaceChildren(h("h2", {}, title), plot({
      label: `${title}: ${points.map(([move, value]) => `${move}: ${write(value)}`).join(", ")}`,
      ...{ last, low, high, axis: chance ? 0.5 : 0, curves: [{ points, style: "" }], now, marks, go },
    }), ...luckAndSkill(review, last, go, write));
  }
}

/** @param {Review} review @param {number} last @param {(move: number) => void} go @param {(value: number) => string} write */
function luckAndSkill(review, last, go, write) {
  const events = review.answer?.luck;
  if (!events) return [];
  const { seat } = review;
  const luck = stairs(last, events.map((event) => [(event.ply ?? -1) + 1, event.changes[seat] ?? 0]));
  const losses = own(review).flatMap(({ ply, loss }) => (loss ? [/** @type {Point} */ ([ply + 1, -loss.value])] : []));
  const skill = stairs(last, losses);
  const values = [...luck, ...skill].map((point) => point[1]);
  const total = (/** @type {Point[]} */ points) => write(points[points.length - 1][1]).replace("-", "−");
  const words = [say("luck", total(luck)), say("skill", total(skill))];
  const key = (/** @type {string} */ style, /** @type {string} */ text) =>
    h("span", { class: `key ${style}` }, text);
  return [
    h("h2", {}, say("luck_and_skill")),
    plot({ label: words.join(", "), last, low: Math.min(...values, 0), high: Math.max(...values, 0), axis: 0,
      curves: [{ points: luck, style: "luck" }, { points: skill, style: "skill" }], go }),
    h("p", { class: "keys-of-plot small muted" }, key("luck", words[0]), key("skill", words[1])),
  ];
}

/** The decisions of the seat that is looked at. @param {Review} review */
const own = (review) => review.line.flatMap(({ decision }) => (decision?.seat === review.seat ? [decision] : []));

/** @param {Review} review */
const unitOf = (review) => review.answer?.unit ?? own(review).find((one) => one.before)?.before?.unit;

/** What the seat could expect before and after each decision. @param {Review} review @returns {Point[]} */
const expected = (review) =>
  own(review).flatMap(({ ply, before, after }) => (before && after ? [[ply, before.value], [ply + 1, after.value]] : []));

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
