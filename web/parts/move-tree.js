// <move-tree>: what was played, with what was tried instead; a click goes there.

import { h } from "../dom.js";
import { capital, say } from "../messages.js";
import { textOf } from "../store.js";
import { Part } from "./part.js";
import { SIGNS } from "./review-graph.js";

/** @typedef {import("../types").Node} Node */

class MoveTree extends Part {
  topics = ["node", "review"];

  /** @param {import("../types").App} app */
  inside({ store, play }) {
    const { root } = store;
    if (!root) return null;
    const entry = (/** @type {Node} */ node) => {
      const now = node === store.node;
      const who = store.players.length > 1 && node.seat !== undefined ? `${play.seatName(node.seat)} ` : "";
      const text = node.move ? capital(textOf(node, store)) : say("start");
      return h("button.plain", { "aria-current": now ? "true" : null, onclick: () => play.go(node) },
        h("span.ply", node.move ? String(node.ply) : ""), who && h("span.who", who), h("span", text), markOf(node));
    };
    const hidden = store.review?.sought && store.node;
    const list = h("ol", { label: say("moves"), class: "line" });
    /** @param {Node} from @param {HTMLElement} into */
    const add = (from, into) => {
      // While a better move is sought, what was played is not shown.
      for (let at = /** @type {Node | undefined} */ (from); at; at = at === hidden ? undefined : at.children[0]) {
        const tried = (at.parent?.children ?? []).slice(1).filter(() => at?.parent?.children[0] === at);
        const item = h("li", entry(at));
        for (const other of tried) {
          const line = h("ol.line.tried");
          add(other, line);
          item.append(line);
        }
        into.append(item);
      }
    };
    add(root, list);
    return [list];
  }

  /** @param {import("../types").App} app */
  show(app) {
    super.show(app);
    const now = this.querySelector('[aria-current="true"]');
    const box = this.getBoundingClientRect();
    const at = now?.getBoundingClientRect();
    if (at && (at.top < box.top || at.bottom > box.bottom)) this.scrollTop += at.top - box.top - box.height / 2;
  }
}

/** The sign of a fault that a review found. @param {Node} node */
function markOf({ decision }) {
  const sign = SIGNS[decision?.judgement ?? ""];
  const name = say(`judged_${decision?.judgement}`);
  return sign ? h("span", { class: `sign ${decision?.judgement}`, role: "img", label: name }, sign) : null;
}

customElements.define("move-tree", MoveTree);
