// <value-table>: every legal move with its value, best first; a click plays it.

import { plain } from "../cards.js";
import { button, h } from "../dom.js";
import { capital, say } from "../messages.js";
import { Part } from "./part.js";
import { valueBar, wordsOf } from "./value-bar.js";

/** @typedef {import("../types").MoveValue} MoveValue */

const SHOWN = 12; // rows, before the others are asked for

class ValueTable extends Part {
  topics = ["node", "values"];
  /** The position of which all moves are shown. @type {unknown} */
  all = null;

  /** @param {import("../types").App} app */
  inside(app) {
    const { store, play } = app;
    const { node } = store;
    if (!store.analysing || !node || node.table.over) return null;
    if (!store.mayAdvise(node)) return [h("p.muted", say("opponents_turn"))];
    const moves = node.values?.moves ?? [];
    const different = moves.filter((one) => !moves.some((other) => other.move === one.same_as));
    const entry = (/** @type {MoveValue} */ one) => button(plain(capital(one.text)), () => play.move(one.move), "plain");
    const rows = different.slice(0, this.all === node ? undefined : SHOWN).map((value) => {
      const twins = moves.filter((one) => one.same_as === value.move).map(entry);
      const same = twins.length > 0 && h("div.note", h("small.muted", say("same_as")), twins);
      const note = value.note && h("small.muted.note", value.note);
      const [at, away] = [() => store.point(value.move), () => store.point(null)];
      return h("tr", { onpointerenter: at, onpointerleave: away, onfocusin: at, onfocusout: away }, h("th", { scope: "row" }, entry(value), note, same),
        h("td", h("span.words", wordsOf(value)), valueBar(value, moves)));
    });
    const head = h("thead.unseen", h("tr", h("th", { scope: "col" }, say("move")), h("th", { scope: "col" }, say("value"))));
    const table = h("table", { label: say("values") }, head, h("tbody", rows));
    const more = different.length - rows.length;
    const showAll = () => {
      this.all = node;
      this.show(app);
    };
    return [this.#summary(store, node), table, more > 0 && button(say("more_moves", more), showAll, "quiet")];
  }

  /** @param {import("../store.js").Store} store @param {import("../types").Node} node */
  #summary(store, node) {
    const { values } = node;
    const from = values && say(values.information === "known" ? "known_note" : "hidden_note");
    const state = store.searching ? say("still") : values ? say(`stopped_${values.stopped_by}`) : "";
    const count = values?.spent?.samples ?? values?.spent?.nodes;
    const spent = count ? `${count.toLocaleString("en")} ${values?.spent?.samples ? "game" : "position"}${count === 1 ? "" : "s"}` : "";
    const text = [from, capital([state, spent].filter(Boolean).join(", "))].filter(Boolean).join(" ");
    return h("p.muted.small", store.searching && h("span.pulse", { "aria-hidden": "true" }), text);
  }
}

customElements.define("value-table", ValueTable);
