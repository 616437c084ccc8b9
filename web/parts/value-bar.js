// A bar of a value: how good a move is, as a bar and a figure. The words are in the figure, so that
// nothing is said by colour or length alone.

import { h } from "../dom.js";
import { minus, say } from "../messages.js";

/** @typedef {import("../types").MoveValue} MoveValue */

/** @param {MoveValue} value @param {readonly MoveValue[]} all the moves it is compared with */
export const valueBar = (value, all) =>
  h("value-bar", { class: gradeOf(value, all), style: { "--share": shareOf(value, all) } }, h("span.figure", figureOf(value)), h("span.bar"));

/** The figure of a value: 62, +3.8, won or lost. @param {MoveValue} value */
function figureOf(value) {
  if (value.verdict === "solvable") return "✓";
  if (value.verdict === "unsolvable") return "✕";
  const { score } = value;
  if (!score) return "?";
  if (score.unit === "win_probability") return percent(score.value);
  return signed(score.value);
}

/** Only what is certain is 0 or 100. @param {number} value */
export const percent = (value) => `${value % 1 ? Math.min(99, Math.round(100 * value) || 1) : 100 * value}%`;

/** @param {number} value */
export const signed = (value) =>
  `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(Math.abs(value) < 100 ? 1 : 0)}`;

/** A difference or a sum with its unit. @param {number} value @param {string} unit @param {boolean} [sign] */
export const amount = (value, unit, sign) =>
  (sign && value > 0 ? "+" : "") + minus(unit === "win_probability" ? `${(100 * value).toFixed(1)} %` : `${value.toFixed(1)} ${unit}`.trim());

/** A value in words: its figure with its interval, or its verdict. @param {MoveValue} value */
export function wordsOf(value) {
  if (value.verdict && value.verdict !== "unknown") return say(`verdict_${value.verdict}`);
  const { score } = value;
  if (!score) return say("verdict_unknown");
  const write = score.unit === "win_probability" ? percent : signed;
  if (score.low === score.high) return write(score.value);
  return `${write(score.value)} (${write(score.low)} to ${write(score.high)})`;
}

/** How long the bar is, 0 to 1. @param {MoveValue} value @param {readonly MoveValue[]} all */
function shareOf(value, all) {
  if (value.verdict === "solvable") return 1;
  if (value.verdict === "unsolvable" || !value.score) return 0;
  if (value.score.unit === "win_probability") return value.score.value;
  const values = all.flatMap((one) => (one.score ? [one.score.value] : []));
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return most === least ? 1 : 0.08 + (0.92 * (value.score.value - least)) / (most - least);
}

/** good, fair or poor, by what the move loses. @param {MoveValue} value @param {readonly MoveValue[]} all */
function gradeOf({ verdict, score, loss = 0 }, all) {
  if (verdict === "solvable") return "good";
  if (verdict === "unsolvable") return "poor";
  const unit = score?.unit === "points" ? Math.max(1e-9, ...all.map((one) => one.loss ?? 0)) : 0.1;
  return loss < 0.1 * unit ? "good" : loss < 0.6 * unit ? "fair" : "poor";
}
