// Fields that are a choice or a number.

import { choice, h } from "../dom.js";
import { say } from "../messages.js";

/** A labelled field with its help. @param {import("../types").EditorField} field
 * @param {any} value @param {(value: any) => void} change */
export function plainField({ key, label, kind, choices = [], help, min, max }, value, change) {
  const typed = kind === "fraction"; // 31/3 is no number for a browser
  const input = h("input", { type: typed ? "text" : "number", min, max, value: value ?? "", oninput: () => change(typed ? input.value : input.valueAsNumber) });
  const named = kind === "choice" ? choice(label, String(value), choices, change) : h("label.field", h("span", label), input);
  if (!help) return named;
  named.querySelector("select, input")?.setAttribute("aria-describedby", `about-${key}`);
  return h("div", named, h("small", { id: `about-${key}`, class: "muted" }, help));
}

/** The switches of the rules, folded away unless one of them was set. @param {Node[]} fields @param {object} set those that were
 * @param {string} [style] */
export const rulesPanel = (fields, set, style = "") =>
  h(`details.rules${style}`, { open: Object.keys(set).length > 0 }, h("summary", say("rules")), h("div.fields", fields));
