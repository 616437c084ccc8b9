// A field of cards edge to edge, with the cells where a card may be laid. Cells are as large as the
// place allows, down to a least size; beyond that the field scrolls. It can be drawn smaller and larger.

import { nameOf } from "../cards.js";
import { button, h } from "../dom.js";
import { card } from "./scene.js";

/** @typedef {import("../types").Scene} Scene */

/** How large cells are drawn, from the usual size. */
let zoom = 1;
/** Where one has scrolled to. */
let [panX, panY] = [-1, -1];

/** @param {Scene} scene @param {[number, number, string][]} laid @param {string} [first] what the first card is called */
export function field(scene, laid, first = "") {
  const at = new Map(laid.map(([x, y, code]) => [`${x},${y}`, code]));
  const targets = new Set(scene.ends.flatMap((ends) => (ends.to?.startsWith("cell:") ? [ends.to.slice(5)] : [])));
  const all = [...at.keys(), ...targets, ...(at.size ? [] : ["0,0"])].map((key) => key.split(",").map(Number));
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const cells = [];
  for (let y = high; y >= low; y--)
    for (let x = left; x <= right; x++) {
      const key = `${x},${y}`;
      const code = at.get(key);
      const style = { "grid-column": x - left + 1, "grid-row": high - y + 1 };
      if (code !== undefined) {
        const hidden = code === "??";
        const name = `${hidden ? first || nameOf(code) : nameOf(code)} at ${key}`;
        cells.push(card(scene, code, { id: `cell:${key}`, name, down: hidden, style }));
      } else if (targets.has(key)) {
        cells.push(h("button.cell", { label: `place at ${key}`, data: { key: `cell:${key}` }, style }, h("small", { "aria-hidden": "true" }, key)));
      }
    }
  const style = { "--columns": right - left + 1, "--rows": high - low + 1, "--zoom": zoom };
  const grid = h("div.cells.group", { role: "group", label: "Field", style }, cells);
  const view = h("div.field-view", { onscroll: () => ([panX, panY] = [view.scrollLeft, view.scrollTop]) }, grid);
  const scale = (/** @type {number} */ by) => () => {
    zoom = Math.min(2.5, Math.max(0.4, zoom * by));
    grid.style.setProperty("--zoom", String(zoom));
  };
  queueMicrotask(() => panX >= 0 && view.scrollTo(panX, panY));
  return h("div.field-box", h("div.field-place", view), h("div.zoom",
    button("−", scale(0.8), { class: "plain", label: "Smaller" }), button("+", scale(1.25), { class: "plain", label: "Larger" })));
}

/** The ends of a move that lays a card: 7C@2,-1. @param {string} move @param {(card: string) => string} from */
export function laying(move, from) {
  const found = /^(..)@(-?\d+,-?\d+)/.exec(move);
  return found ? { from: from(found[1]), to: `cell:${found[2]}` } : {};
}

