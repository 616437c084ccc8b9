// <plan-list>: whole turns of several moves with their values, where the game has them.

import { h } from "../dom.js";
import { capital, say } from "../messages.js";
import { wordsOf } from "./value-bar.js";

export class PlanList extends HTMLElement {
  /** @param {import("../store.js").Store} store @param {import("../play.js").Play} play @param {AbortSignal} signal */
  begin(store, play, signal) {
    const draw = () => this.#draw(store, play);
    store.on("node", draw, signal);
    store.on("values", draw, signal);
  }

  /** @param {import("../store.js").Store} store @param {import("../play.js").Play} play */
  #draw(store, play) {
    const plans = (store.analysing && store.node?.values?.plans) || [];
    const longer = plans.filter((plan) => plan.moves.length > 1);
    this.hidden = !longer.length;
    if (this.hidden) return this.replaceChildren();
    const items = longer.slice(0, 5).map((plan) =>
      h("li", {}, h("button", { type: "button", class: "plain", onclick: () => play.move(plan.moves[0]) }, capital(plan.text)),
        h("span", { class: "muted small" }, wordsOf({ move: "", text: "", score: plan.score }))));
    this.replaceChildren(h("h2", {}, say("plans")), h("ol", { "aria-label": say("plans") }, items));
  }
}

customElements.define("plan-list", PlanList);
