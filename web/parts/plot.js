// Curves over the moves of a game, with marks that are buttons; a click goes to the nearest move.

import { button, h, shape } from "../dom.js";
import { say } from "../messages.js";
import { percent, signed } from "./value-bar.js";

/** @typedef {[number, number]} Point a number of moves, and a value */
/** @typedef {{points: Point[], style: string}} Curve */
/** @typedef {{last: number, dots?: Point[], marks?: Mark[], go: (move: number) => void}} Scale */
/** @typedef {{at: Point, style: string, sign: string, label: string, act: () => void}} Mark */

const [WIDTH, HEIGHT, EDGE] = [320, 72, 8];

/**
 * @param {Scale & {label: string, low: number, high: number, axis: number, curves: Curve[],
 *   now?: Point, scale?: string[]}} plan `last`: how many moves there are; `axis`: the value at which a line is drawn; `scale`: what the highest
 *   and the lowest value are called
 */
export function plot({ label, last, low, high, axis, curves, dots = [], now, marks = [], scale = [], go }) {
  const x = (/** @type {number} */ move) => EDGE + ((WIDTH - 2 * EDGE) * move) / Math.max(1, last);
  const y = (/** @type {number} */ value) => EDGE + (HEIGHT - 2 * EDGE) * (1 - (value - low) / (high - low || 1));
  const path = (/** @type {Point[]} */ points) =>
    points.map(([move, value], index) => `${index ? "L" : "M"}${x(move).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  const drawing = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
    shape("line", { x1: EDGE, x2: WIDTH - EDGE, y1: y(axis), y2: y(axis), class: "axis" }),
    ...curves.map(({ points, style }) => shape("path", { d: path(points), class: `curve ${style}` })),
    ...dots.map(([move, value]) => shape("circle", { cx: x(move), cy: y(value), r: 2.5, class: "dot" })),
    ...(now ? [shape("circle", { cx: x(now[0]), cy: y(now[1]), r: 4.5, class: "now" })] : []));
  drawing.addEventListener("click", (event) => {
    const box = drawing.getBoundingClientRect();
    const at = ((/** @type {MouseEvent} */ (event).clientX - box.x) / box.width) * WIDTH;
    go(Math.round(((at - EDGE) * last) / (WIDTH - 2 * EDGE)));
  });
  const buttons = marks.map(({ at: [move, value], style, sign, label: name, act }) =>
    button(sign, act, {
      class: `mark ${style}`, label: name, title: name,
      style: { left: `${(100 * x(move)) / WIDTH}%`, top: `${(100 * y(value)) / HEIGHT}%` },
    }));
  const ends = scale.map((text, at) => h(`span.end.${at ? "low" : "high"}`, { "aria-hidden": "true" }, text));
  return h("div.plot", /** @type {any} */ (drawing), ends, buttons);
}

/** What a seat could expect, over time: chances to win, or points. @param {boolean} chance
 * @param {Point[]} points @param {Scale & {ply?: number}} scale `ply`: of the position that is shown */
export function chart(chance, points, { ply, ...scale }) {
  const [title, write] = chance ? [say("chance"), percent] : [say("points_chart"), signed];
  const values = points.map((point) => point[1]);
  const [low, high] = chance ? [0, 1] : [Math.min(...values, 0), Math.max(...values, 1)];
  return [h("h2", title), plot({
    label: `${title}: ${points.map(([move, value]) => `${move}: ${write(value)}`).join(", ")}`,
    ...scale, curves: [{ points, style: "" }], axis: chance ? 0.5 : 0, now: points.findLast(([move]) => move === ply),
    low, high, scale: [write(high), write(low)],
  })];
}
