// The fields of positions that are entered, for the editors of all games.

import { minus, say } from "./messages.js";

/** @typedef {import("./types").EditorField} EditorField */
/** @typedef {Record<string, any>} Values */

/** One of a few choices, each its own word or with one. @param {string} key @param {string} label
 * @param {readonly (number | string | readonly [string, string])[]} choices @param {string} value @returns {EditorField} */
export const oneOf = (key, label, choices, value) =>
  ({ key, label, value, kind: "choice", choices: choices.map((one) => (typeof one === "object" ? one : [String(one), String(one)])) });

/** How many there are, with its places in the position. @param {string} key @param {string} label
 * @param {number} value @param {string[]} at @param {number} [max] @returns {EditorField} */
export const count = (key, label, value, at, max) => ({ key, label, value, kind: "number", min: 0, max, needed: true, at });

/** A total. @param {"seat" | "team"} whose @param {number} one @returns {EditorField} */
export const total = (whose, one) => ({ ...count(`score${one}`, `Total of ${whose} ${one}`, 0, [`scores/${one}`]), min: undefined });

/** Cards; with `size`, so many. @param {string} key @param {string} label
 * @param {{size?: number, needed?: boolean, help?: string, at?: string[]}} [more] @returns {EditorField} */
export const cardsIn = (key, label, more) => ({ key, label, kind: "cards", ...more });

/** One's own hand. @param {Values} values @param {{size?: number, needed?: boolean}} more */
export const ownHand = ({ seat }, more) => cardsIn("hand", "Your hand", { ...more, at: [`hands/${seat}`] });

/** One of the seats, after what else may be chosen. @param {string} key @param {string} label @param {readonly number[]} seats
 * @param {string} [value] @param {readonly (readonly [string, string])[]} [more] */
export const seat = (key, label, seats, value = "0", more = []) =>
  oneOf(key, label, [...more, ...seats.map((one) => /** @type {const} */ ([String(one), say("seat", one)]))], value);

/** The seats, by default of all players. @param {Values} values */
export const seatsOf = ({ players }) => [...Array(Number(players)).keys()];

/** What each seat holds: one's own hand as its cards. @param {Values} values @param {(seat: number) => number} held by others */
export const handsOf = (values, held) =>
  seatsOf(values).map((one) => (one === Number(values.seat) ? (values.hand ?? []) : { count: held(one) }));

/** How many cards are missing in a field or too many, in words.
 * @param {EditorField} field @param {{length: number}} [cards] that it has */
export function unlike({ label, size, needed }, { length } = []) {
  const more = (size ?? length) - length;
  if (more) return say(more > 0 ? "want_cards" : "want_less", Math.abs(more), label);
  return needed && length === 0 ? say("enter_empty", label) : "";
}

/** What is wrong with a number that was typed, in words. @param {EditorField} field @param {any} value */
export function misnumbered({ kind, label, needed, min = -Infinity, max = Infinity }, value) {
  if (kind !== "number" && kind !== "fraction") return "";
  if (/^\s*$|NaN/.test(value)) return needed ? say("enter_empty", label) : "";
  if (kind === "number" && value % 1) return say("enter_whole", label);
  return value < min ? say("enter_least", label, minus(min)) : value > max ? say("enter_most", label, minus(max)) : "";
}
