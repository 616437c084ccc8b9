// What the service refuses, in the words of the page: each fault once, at its field.

import { Refused } from "./kibitz.js";
import { capital, say } from "./messages.js";

/** @typedef {import("./types").EditorField} EditorField */
/** @typedef {{key?: string, text: string}} Said */

const POINTER = /\/position((?:\/[\w~-]+)+)/g;

/** What is wrong with what was sent; anything else is thrown. @param {unknown} error */
export function faultsOf(error) {
  if (!(error instanceof Refused)) throw error;
  return error.errors.length ? error.errors : [{ message: error.message, pointer: "" }];
}

/** A fault with the name that a place has on the page, not that of the service.
 * @param {{message: string, pointer: string}} fault @param {string} [known] its name */
export function worded({ message, pointer }, known) {
  const [name, list] = pointer.split("/").reverse();
  const entry = `entry ${Number(name) + 1} of '${list}'`;
  return known && name ? message.replace(entry, known).replaceAll(`'${name}'`, known) : message;
}

/** The meld or book of a team that a fault concerns. @param {string} place */
function meldAt(place) {
  const [, kind, at] = /(meld|book)s\/(\d+)/.exec(place) ?? [];
  return at ? `${capital(kind)} ${Number(at) + 1}: ` : "";
}

/** Throws the refusal of the only move that was sent, which needs no number. @param {unknown} error @returns {never} */
export function unnumbered(error) {
  if (error instanceof Refused) error.message = error.message.replace(/^move 1(?= ')/, say("the_move"));
  throw error;
}

/** What a refusal says; whatever else went wrong is told when it is tried again. @param {unknown} error */
export function refusalOf(error) {
  return error instanceof Refused ? error.message : "";
}

/** The faults of a position, each once: at its field, or with the name of its place.
 * @param {unknown} error @param {readonly EditorField[]} fields @returns {Said[]} */
export function atFields(error, fields) {
  const found = faultsOf(error).map((fault) => {
    const place = fault.pointer.replace(/^\/(record\/)?(position\/?)?/, "");
    const [field, name] = [fieldAt(fields, place), nameOf(fields, place)];
    const text = worded(fault, field?.label && name).replace(POINTER, (_, within) => nameOf(fields, within.slice(1)));
    // A line or a move by its number says more than the place in what was read.
    if (/^(line|move) \d/.test(text)) return { text: capital(text) };
    if (field || !place) return { key: field?.key, text: meldAt(place) + text };
    const named = text.startsWith(name) || text.includes(`'${place.split("/").at(-1)}'`);
    return { text: capital(named ? text : `${name}: ${text}`) };
  });
  return found.filter(({ key, text }, at) => at === found.findIndex((one) => one.key === key && one.text === text));
}

/** The field of a place in a position: that of the longest part of it. @param {readonly EditorField[]} fields @param {string} place */
function fieldAt(fields, place) {
  for (let part = place; part; part = part.slice(0, Math.max(0, part.lastIndexOf("/")))) {
    const found = fields.find(({ key, at = [key] }) => at.includes(part));
    if (found) return found;
  }
}

/** @param {readonly EditorField[]} fields @param {string} place */
function nameOf(fields, place) {
  const label = fieldAt(fields, place)?.label;
  return label ? `“${label}”` : place.replace(/[/_]/g, " ");
}
