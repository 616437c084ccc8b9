// Fields that are a choice or a number, and what the service says of values that it refuses.

import { choice, fill, h } from "../dom.js";
import { Refused } from "../kibitz.js";

/** A labelled field with its help. @param {import("../types").EditorField} field
 * @param {any} value @param {(value: any) => void} change */
export function plainField({ key, label, kind, choices = [], help, min, max }, value, change) {
  const input = h("input", { type: "number", min, max, value: value ?? "", oninput: () => change(input.valueAsNumber) });
  const named = kind === "choice" ? choice(label, String(value), choices, change) : h("label.field", h("span", label), input);
  if (!help) return named;
  named.querySelector("select, input")?.setAttribute("aria-describedby", `about-${key}`);
  return h("div", named, h("small", { id: `about-${key}`, class: "muted" }, help));
}

/** List what is wrong with what was sent; anything else is thrown. @param {HTMLElement} list @param {unknown} error */
export function listFaults(list, error) {
  if (!(error instanceof Refused)) throw error;
  fill(list, (error.errors.length ? error.errors : [error]).map(({ message }) => h("li", message)));
}
