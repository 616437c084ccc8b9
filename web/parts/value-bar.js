// A bar of a value: how good a move is, as a bar and a figure. The words are in the figure, so that
// nothing is said by colour or length alone.

import { h } from "../dom.js";
import { minus, say } from "../messages.js";

/** @typedef {import("../types").MoveValue} MoveValue */

/** Of what is proved: its figure, how long its bar is, its grade. @type {Record<string, [string, number, string]>} */
const PROVED = { solvable: ["✓", 1, "good"], unsolvable: ["✕", 0, "poor"] };

/** A figure such as 62 %, +3.8, won or lost, over its bar. @param {MoveValue} value
 * @param {readonly MoveValue[]} all the moves it is compared with */
export function valueBar(value, all) {
  const { score, verdict = "" } = value;
  const [figure, share, grade] = PROVED[verdict] ?? [score ? written(score) : "?", score ? shareOf(score, all) : 0, gradeOf(value, all)];
  return h("value-bar", { class: grade, style: { "--share": share } }, h("span.figure", figure), h("span.bar"));
}

/** @param {import("../types").Score} score @param {number} [value] */
const written = ({ unit, value: best }, value = best) => (unit === "win_probability" ? percent(value) : signed(value));

/** Only what is certain is 0 or 100. @param {number} value */
export const percent = (value) => `${value % 1 ? Math.min(99, Math.round(100 * value) || 1) : 100 * value} %`;

/** A figure with its sign, of which what is rounded to nothing has none.
 * @param {number} value @param {boolean} [plus] @param {number} [digits] */
export function signed(value, plus = true, digits = Math.abs(value) < 100 ? 1 : 0) {
  const rounded = Number(value.toFixed(digits)) || 0;
  return (plus && rounded > 0 ? "+" : "") + minus(rounded.toFixed(digits));
}

/** A difference or a sum with its unit. @param {number} value @param {string} unit @param {boolean} [plus] */
export const amount = (value, unit, plus = false) =>
  unit === "win_probability" ? `${signed(100 * value, plus, 1)} ${say("percentage")}` : `${signed(value, plus, 1)} ${unit}`;

/** A value in words: its figure with its interval, or its verdict. @param {MoveValue} value */
export function wordsOf(value) {
  if (value.verdict && value.verdict !== "unknown") return say(`verdict_${value.verdict}`);
  const { score } = value;
  if (!score) return say("verdict_unknown");
  return score.low === score.high ? written(score) : say("with_interval", written(score), written(score, score.low), written(score, score.high));
}

/** How long the bar is, 0 to 1. @param {import("../types").Score} score @param {readonly MoveValue[]} all */
function shareOf({ unit, value }, all) {
  if (unit === "win_probability") return value;
  const values = all.flatMap((one) => (one.score ? [one.score.value] : []));
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return most === least ? 1 : 0.08 + (0.92 * (value - least)) / (most - least);
}

/** good, fair or poor, by what the move loses. @param {MoveValue} value @param {readonly MoveValue[]} all */
function gradeOf({ score, loss = 0 }, all) {
  const unit = score?.unit === "points" ? Math.max(1e-9, ...all.map((one) => one.loss ?? 0)) : 0.1;
  return loss < 0.1 * unit ? "good" : loss < 0.6 * unit ? "fair" : "poor";
}
