// <field-editor>: a field of cells that cards are put in, with the cell that comes next marked.

import { nameOf } from "../cards.js";
import { h } from "../dom.js";
import { say } from "../messages.js";
import { rove } from "./rove.js";

/** @typedef {[number, number, string]} Laid */

const AROUND = [[1, 0], [-1, 0], [0, 1], [0, -1]];

export class FieldEditor extends HTMLElement {
  /** What is laid, changed in place. @type {Laid[]} */
  laid = [];
  cursor = [0, 0];
  changed = () => {};

  /** @param {Laid[]} laid @param {() => void} changed */
  begin(laid, changed) {
    Object.assign(this, { laid, changed });
    this.draw();
  }

  /** @param {string} code */
  put(code) {
    const [x, y] = this.cursor;
    this.take(x, y);
    this.laid.push([x, y, code]);
    const open = AROUND.map(([dx, dy]) => [x + dx, y + dy]).find(([a, b]) => !this.at(a, b));
    this.cursor = open ?? this.cursor;
    this.changed();
    this.draw();
  }

  /** @param {number} x @param {number} y */
  at(x, y) {
    return this.laid.find((one) => one[0] === x && one[1] === y);
  }

  /** @param {number} x @param {number} y */
  take(x, y) {
    const found = this.at(x, y);
    if (found) this.laid.splice(this.laid.indexOf(found), 1);
  }

  draw() {
    const xs = [...this.laid.map((one) => one[0]), 0];
    const ys = [...this.laid.map((one) => one[1]), 0];
    const [left, right] = [Math.min(...xs) - 1, Math.max(...xs) + 1];
    const [low, high] = [Math.min(...ys) - 1, Math.max(...ys) + 1];
    const cells = [];
    for (let y = high; y >= low; y--)
      for (let x = left; x <= right; x++) cells.push(this.cell(x, y));
    const focused = this.contains(document.activeElement);
    this.replaceChildren(h("div.field-grid", { role: "group", label: say("table"), style: { "--columns": right - left + 1 } }, cells));
    rove(/** @type {HTMLElement} */ (this.firstChild));
    if (focused) /** @type {HTMLElement | null} */ (this.querySelector(".cursor"))?.focus();
  }

  /** @param {number} x @param {number} y */
  cell(x, y) {
    const card = this.at(x, y);
    const here = this.cursor[0] === x && this.cursor[1] === y;
    const act = () => {
      if (card) {
        this.take(x, y);
        this.changed();
      }
      this.cursor = [x, y];
      this.draw();
    };
    const label = card ? say("remove", `${nameOf(card[2])} (${x}, ${y})`) : `${x}, ${y}`;
    return h("button", { class: `${card ? "card" : "cell"}${here ? " cursor" : ""}`, label, "aria-pressed": String(here), onclick: act },
      card ? h("card-face", { code: card[2] }) : null);
  }
}

customElements.define("field-editor", FieldEditor);
