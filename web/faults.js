// What the service refuses, in the words of the page: each fault once, at the field that it concerns.

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

/** A fault in which what was sent has the name that it has on the page, not that of the service.
 * @param {{message: string, pointer: string}} fault @param {string | undefined} label */
export function worded({ message, pointer }, label) {
  const name = pointer.split("/").pop();
  return label && name ? message.replaceAll(`'${name}'`, `“${label}”`) : message;
}

/** Throws the refusal of the only move that was sent, which needs no number. @param {unknown} error @returns {never} */
export function unnumbered(error) {
  if (error instanceof Refused) error.message = error.message.replace(/^move 1(?= ')/, say("the_move"));
  throw error;
}

/** The faults of a position, each once: at its field, or with the name of its place.
 * @param {unknown} error @param {readonly EditorField[]} fields @returns {Said[]} */
export function atFields(error, fields) {
  const found = faultsOf(error).map((fault) => {
    const place = fault.pointer.replace(/^\/position\/?/, "");
    const field = fieldAt(fields, place);
    const text = worded(fault, field?.label).replace(POINTER, (_, within) => nameOf(fields, within.slice(1)));
    return { key: field?.key, text: field || !place ? text : `${capital(nameOf(fields, place))}: ${text}` };
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
