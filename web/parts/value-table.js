// <value-table>: every legal move with its value, best first; a click plays it.

import { plain } from "../cards.js";
import { h } from "../dom.js";
import { capital, say } from "../messages.js";
import { ValueBar, wordsOf } from "./value-bar.js";

/** @typedef {import("../types").MoveValue} MoveValue */

const SHOWN = 12; // rows, before the others are asked for

export class ValueTable extends HTMLElement {
  /** @param {import("../store.js").Store} store @param {import("../play.js").Play} play
   * @param {import("../analysis.js").Analyst} analyst @param {AbortSignal} signal */
  begin(store, play, analyst, signal) {
    this.all = false;
    const draw = () => this.#draw(store, play, analyst);
    store.on("node", () => ((this.all = false), draw()), signal);
    store.on("values", draw, signal);
  }

  /** @param {import("../store.js").Store} store @param {import("../play.js").Play} play
   * @param {import("../analysis.js").Analyst} analyst */
  #draw(store, play, analyst) {
    const node = store.node;
    this.hidden = !store.analysing || !node || node.table.over;
    if (!node || this.hidden) return this.replaceChildren();
    if (!analyst.mayShow(node))
      return this.replaceChildren(h("p", { class: "muted" }, say("opponents_turn")));
    const { values } = node;
    const focused = this.contains(document.activeElement) ? document.activeElement?.textContent : null;
    const moves = values?.moves ?? [];
    const different = moves.filter((one) => !moves.some((other) => other.move === one.same_as));
    const button = (/** @type {MoveValue} */ one) =>
      h("button", { type: "button", class: "plain", onclick: () => play.move(one.move) }, plain(capital(one.text)));
    const rows = different.slice(0, this.all ? undefined : SHOWN).map((value) => {
      const bar = new ValueBar();
      bar.show(value, moves);
      const twins = moves.filter((one) => one.same_as === value.move).map(button);
      const same = twins.length ? h("div", { class: "note" }, h("small", { class: "muted" }, say("same_as")), twins) : null;
      const note = value.note && h("small", { class: "muted note" }, value.note);
      const [at, away] = [() => store.point(value.move), () => store.point(null)];
      return h("tr", { onpointerenter: at, onpointerleave: away, onfocusin: at, onfocusout: away }, h("th", { scope: "row" }, button(value), note, same), h("td", {}, h("span", { class: "words" }, wordsOf(value)), bar));
    });
    const head = h("thead", { class: "unseen" }, h("tr", {}, h("th", { scope: "col" }, say("move")), h("th", { scope: "col" }, say("value"))));
    const table = h("table", { "aria-label": say("values") }, head, h("tbody", {}, rows));
    const more = different.length - rows.length;
    const all = more > 0 && h("button", { type: "button", class: "quiet", onclick: () => {
      this.all = true;
      this.#draw(store, play, analyst);
    } }, `${more} more`);
    this.replaceChildren(this.#summary(store, node), table, ...(all ? [all] : []));
    if (focused)
      for (const button of this.querySelectorAll("button")) if (button.textContent === focused) button.focus();
  }

  /** @param {import("../store.js").Store} store @param {import("../types").Node} node */
  #summary(store, node) {
    const { values } = node;
    const from = values && say(values.information === "known" ? "known_note" : "hidden_note");
    const state = store.searching ? say("still") : values ? say(`stopped_${values.stopped_by}`) : "";
    const count = values?.spent?.samples ?? values?.spent?.nodes;
    const spent = count ? `${count.toLocaleString("en")} ${values?.spent?.samples ? "game" : "position"}${count === 1 ? "" : "s"}` : "";
    const text = [from, capital([state, spent].filter(Boolean).join(", "))].filter(Boolean).join(" ");
    return h("p", { class: "muted small" }, store.searching && h("span", { class: "pulse", "aria-hidden": "true" }), text || say("still"));
  }
}

customElements.define("value-table", ValueTable);
