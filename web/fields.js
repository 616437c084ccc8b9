// The fields of positions that are entered, for the editors of all games.

import { say } from "./messages.js";

/** @typedef {import("./types").EditorField} EditorField */
/** @typedef {Record<string, any>} Values */

/** One of a few choices, each its own word or with one. @param {string} key @param {string} label
 * @param {readonly (number | readonly [string, string])[]} choices @param {string} value @returns {EditorField} */
export const oneOf = (key, label, choices, value) =>
  ({ key, label, value, kind: "choice", choices: choices.map((one) => (typeof one === "number" ? [String(one), String(one)] : one)) });

/** How many there are, with its places in the position. @param {string} key @param {string} label
 * @param {number} value @param {string[]} at @returns {EditorField} */
export const count = (key, label, value, at) => ({ key, label, value, kind: "number", min: 0, at });

/** The total of a seat or a team. @param {number} one @param {string} label @returns {EditorField} */
export const total = (one, label) => ({ ...count(`score${one}`, label, 0, [`scores/${one}`]), min: undefined });

/** Cards; with `size`, so many. @param {string} key @param {string} label
 * @param {{size?: number, needed?: boolean, help?: string, at?: string[]}} [more] @returns {EditorField} */
export const cardsIn = (key, label, more) => ({ key, label, kind: "cards", ...more });

/** One's own hand. @param {Values} values @param {{size?: number, needed?: boolean}} more @param {number} [usual] seat */
export const ownHand = ({ seat }, more, usual = 0) => cardsIn("hand", "Your hand", { ...more, at: [`hands/${seat ?? usual}`] });

/** @param {readonly number[]} counts of players @param {number} usual */
export const players = (counts, usual) => oneOf("players", "Players", counts, String(usual));

/** One of the seats. @param {string} key @param {string} label @param {readonly number[]} seats @param {string} [value] */
export const seat = (key, label, seats, value = "0") =>
  oneOf(key, label, seats.map((one) => /** @type {const} */ ([String(one), say("seat", one)])), value);

/** @param {Values} values @param {number} usual of players */
export const seatsOf = (values, usual) => [...Array(Number(values.players ?? usual)).keys()];

/** How many cards are missing in a field or too many, in words.
 * @param {EditorField} field @param {{length: number}} [cards] that it has */
export function unlike({ label, size, needed }, { length } = []) {
  const more = (size ?? length) - length;
  if (more) return say(more > 0 ? "want_cards" : "want_less", Math.abs(more), label);
  return needed && !length ? say("enter_empty", label) : "";
}

/** What is wrong with a number that was typed, in words. @param {EditorField} field @param {any} value */
export function misnumbered({ kind, label, min = -Infinity }, value) {
  if (kind !== "number" && kind !== "fraction") return "";
  if (value === "" || Number.isNaN(value)) return say("enter_empty", label);
  if (kind === "number" && value % 1) return say("enter_whole", label);
  return value < min ? say("enter_least", label, min) : "";
}
