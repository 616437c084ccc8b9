// <plan-list>: whole turns of several moves with their values, where the game has them.

import { button, h } from "../dom.js";
import { capital, say } from "../messages.js";
import { Part } from "./part.js";
import { wordsOf } from "./value-bar.js";

class PlanList extends Part {
  topics = ["node", "values"];

  /** @param {import("../types").App} app */
  inside({ store, play }) {
    const longer = (store.values?.plans ?? []).filter((plan) => plan.moves.length > 1);
    if (!longer.length) return null;
    const items = longer.slice(0, 5).map((plan) =>
      h("li", button(capital(plan.text), () => play.move(plan.moves[0]), "plain"),
        h("span.muted.small", wordsOf({ move: "", text: "", score: plan.score }))));
    return [h("h2", say("plans")), h("ol", { label: say("plans") }, items)];
  }
}

customElements.define("plan-list", PlanList);
