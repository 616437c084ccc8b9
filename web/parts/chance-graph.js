// <chance-graph>: the value of the positions of the line, as far as they were analysed. Click to go.

import { h } from "../dom.js";
import { say } from "../messages.js";
import { endOf, pathTo } from "../store.js";
import { plot } from "./plot.js";
import { percent, signed } from "./value-bar.js";

/** @typedef {import("../types").Node} Node */
/** @typedef {import("./plot.js").Point} Point */

export class ChanceGraph extends HTMLElement {
  /** @param {import("../store.js").Store} store @param {import("../play.js").Play} play @param {AbortSignal} signal */
  begin(store, play, signal) {
    const draw = () => this.#draw(store, play);
    for (const topic of ["node", "values", "review"]) store.on(topic, draw, signal);
  }

  /** @param {import("../store.js").Store} store @param {import("../play.js").Play} play */
  #draw(store, play) {
    const line = store.node ? pathTo(endOf(store.node)) : [];
    const known = line.flatMap((node) => pointOf(node, store.seat));
    this.hidden = known.length < 2 || store.review !== null;
    if (this.hidden) return this.replaceChildren();
    const chance = known.every((point) => point.unit === "win_probability");
    const values = known.map((point) => point.value);
    const points = known.map(({ node, value }) => /** @type {Point} */ ([node.ply, value]));
    const title = say(chance ? "chance" : "points_chart");
    const write = chance ? percent : signed;
    const go = (/** @type {number} */ move) => {
      const near = (/** @type {Node} */ node) => Math.abs(node.ply - move);
      void play.go(known.map((point) => point.node).reduce((best, node) => (near(node) < near(best) ? node : best)));
    };
    this.replaceChildren(h("h2", {}, title), plot({
      label: `${title}: ${points.map(([ply, value]) => `${ply}: ${write(value)}`).join(", ")}`,
      ...{ last: line.length - 1, curves: [{ points, style: "" }], dots: points, axis: chance ? 0.5 : 0, go },
      ...{ low: chance ? 0 : Math.min(...values, 0), high: chance ? 1 : Math.max(...values, 1) },
      now: points.find(([ply]) => ply === store.node?.ply),
    }));
  }
}

/** @param {Node} node @param {number | null} seat */
function pointOf(node, seat) {
  const { values, verdict } = node;
  const score = values?.score;
  if (score && (seat === null || score.seat === seat)) return [{ node, value: score.value, unit: score.unit }];
  if (verdict === "solvable" || verdict === "unsolvable")
    return [{ node, value: verdict === "solvable" ? 1 : 0, unit: "win_probability" }];
  return [];
}

customElements.define("chance-graph", ChanceGraph);
