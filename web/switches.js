// The rules of a game as switches to be set, from what the service says of them.

import { PACK, JOKER } from "./cards.js";
import { say, switchWords } from "./messages.js";

/** @typedef {import("./types").EditorField} EditorField */
/** @typedef {import("./types").Switch} Switch */

const MARK = "rule:";

/** The switches of a position as values that are entered. @param {Record<string, any>} rules */
export const valuesOf = (rules) => Object.fromEntries(Object.entries(rules).map(([name, value]) => [MARK + name, value ?? ""]));

/** A switch that has been set. @param {Record<string, any>} values @param {string} name
 * @param {any} usual what it is where nothing was chosen @returns {any} */
export function ruleOf(values, name, usual) {
  const value = values[MARK + name];
  if (value === undefined || value === "" || Number.isNaN(value)) return usual;
  return typeof usual === "number" ? Number(value) : value;
}

/** The switches as fields; those that are no number, choice or yes and no are left to pasted positions.
 * @param {Record<string, Switch>} switches @returns {EditorField[]} */
export const fieldsOf = (switches) =>
  Object.entries(switches).flatMap(([name, given]) => /** @type {EditorField[]} */ (fieldOf(name, given)));

/** What a switch may be, where that is listed. @param {Switch} given @returns {any[] | undefined} */
const wordsOf = (given) => given.enum ?? (given.type === "boolean" ? [true, false] : undefined);

/** @param {string} name @param {Switch} given */
function fieldOf(name, given) {
  const kind = given.anyOf?.find((one) => one.type === "integer") ?? given;
  const field = { key: MARK + name, at: [`rules/${name}`], label: switchWords(name), value: textOf(given.default), help: given.description?.replace(/\bnull\b/g, say("empty")) };
  if (name === "players") return [];
  const words = wordsOf(given);
  if (words) return [{ ...field, kind: "choice", choices: words.map((one) => /** @type {[string, string]} */ ([textOf(one), switchWords(name, one)])) }];
  return kind.type === "integer" ? [{ ...field, kind: "number", min: kind.minimum, max: kind.maximum }] : [];
}

/** The switches that differ from what is usual. @param {Record<string, Switch>} switches
 * @param {Record<string, any>} values */
export function rulesOf(switches, values) {
  const set = Object.entries(switches).flatMap(([name, given]) => {
    const value = values[MARK + name];
    if (value === undefined || textOf(value) === textOf(given.default)) return [];
    const chosen = wordsOf(given)?.find((one) => textOf(one) === value) ?? value;
    return Number.isNaN(chosen) ? [] : [[name, chosen]];
  });
  return Object.fromEntries(set);
}

/** How many usually play. @param {{switches: Record<string, Switch>, playerCounts: number[]}} game */
export const usualPlayers = ({ switches, playerCounts }) => String(switches.players?.default ?? playerCounts[0]);

/** The cards of packs of 54 or 36, each with its copies. @param {Record<string, any>} values
 * @param {number} [packs] @returns {Map<string, number>} */
export function packOf(values, packs = 1) {
  const short = ruleOf(values, "pack", 54) === 36;
  const cards = PACK.filter((card) => !short || !"2345".includes(card[0]));
  const jokers = short ? 0 : ruleOf(values, "jokers", 2);
  return new Map([...cards.map((card) => /** @type {[string, number]} */ ([card, packs])), [JOKER, jokers * packs]]);
}

/** How many cards there are. @param {Map<string, number>} pack */
export const sizeOf = (pack) => [...pack.values()].reduce((total, copies) => total + copies, 0);

/** @param {any} value */
const textOf = (value) => (Number.isNaN(value ?? NaN) ? "" : String(value));
