// <chance-graph>: the value of the positions of the line, as far as they were analysed. Click to go.

import { endOf, pathTo } from "../store.js";
import { Part } from "./part.js";
import { chart } from "./plot.js";

/** @typedef {import("../types").Node} Node */
/** @typedef {import("./plot.js").Point} Point */

class ChanceGraph extends Part {
  topics = ["node", "values", "review"];

  /** @param {import("../types").App} app */
  inside({ store, play }) {
    const line = store.node ? pathTo(endOf(store.node)) : [];
    const known = line.flatMap((node) => pointOf(node, store.seat));
    if (known.length < 2 || store.review) return null;
    const chance = known.every((point) => point.unit === "win_probability");
    const points = known.map(({ node, value }) => /** @type {Point} */ ([node.ply, value]));
    const go = (/** @type {number} */ move) => {
      const near = (/** @type {Node} */ node) => Math.abs(node.ply - move);
      void play.go(known.map((point) => point.node).reduce((best, node) => (near(node) < near(best) ? node : best)));
    };
    return chart(chance, points, { last: line.length - 1, dots: points, ply: store.node?.ply, go });
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
