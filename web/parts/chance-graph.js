// <chance-graph>: the value of the positions of the line, as far as they were analysed. Click to go.

import { h, shape } from "../dom.js";
import { say } from "../messages.js";
import { endOf, pathTo } from "../store.js";
import { percent, signed } from "./value-bar.js";

/** @typedef {import("../types").Node} Node */

const [WIDTH, HEIGHT, EDGE] = [320, 64, 6];

export class ChanceGraph extends HTMLElement {
  /** @param {import("../store.js").Store} store @param {import("../play.js").Play} play @param {AbortSignal} signal */
  begin(store, play, signal) {
    const draw = () => this.#draw(store, play);
    store.on("node", draw, signal);
    store.on("values", draw, signal);
  }

  /** @param {import("../store.js").Store} store @param {import("../play.js").Play} play */
  #draw(store, play) {
    const line = store.node ? pathTo(endOf(store.node)) : [];
    const known = line.flatMap((node) => pointOf(node, store.seat));
    this.hidden = known.length < 2;
    if (this.hidden) return this.replaceChildren();
    const chance = known.every((point) => point.unit === "win_probability");
    const values = known.map((point) => point.value);
    const [low, high] = chance ? [0, 1] : [Math.min(...values, 0), Math.max(...values, 1)];
    const last = Math.max(1, line.length - 1);
    const x = (/** @type {number} */ ply) => EDGE + ((WIDTH - 2 * EDGE) * ply) / last;
    const y = (/** @type {number} */ value) => EDGE + (HEIGHT - 2 * EDGE) * (1 - (value - low) / (high - low));
    const path = known.map(({ node, value }, index) => `${index ? "L" : "M"}${x(node.ply).toFixed(1)} ${y(value).toFixed(1)}`).join("");
    const dots = known.map(({ node, value }) =>
      shape("circle", { cx: x(node.ply), cy: y(value), r: node === store.node ? 4.5 : 2.5, class: node === store.node ? "now" : "dot" }));
    const title = say(chance ? "chance" : "points_chart");
    const write = chance ? percent : signed;
    const label = `${title}: ${known.map(({ node, value }) => `${node.ply}: ${write(value)}`).join(", ")}`;
    const drawing = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
      shape("line", { x1: EDGE, x2: WIDTH - EDGE, y1: y(chance ? 0.5 : 0), y2: y(chance ? 0.5 : 0), class: "axis" }),
      shape("path", { d: path, class: "curve" }), ...dots);
    drawing.addEventListener("click", (event) => {
      const box = drawing.getBoundingClientRect();
      const at = ((/** @type {MouseEvent} */ (event).clientX - box.x) / box.width) * WIDTH;
      const near = (/** @type {Node} */ node) => Math.abs(x(node.ply) - at);
      void play.go(known.map((point) => point.node).reduce((best, node) => (near(node) < near(best) ? node : best)));
    });
    this.replaceChildren(h("h2", {}, title), drawing);
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
