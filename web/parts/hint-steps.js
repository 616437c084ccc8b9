// <hint-steps>: advice in four steps, from a nudge to the reasons; never more than was asked for.

import { plain } from "../cards.js";
import { button, h } from "../dom.js";
import { say } from "../messages.js";
import { Part } from "./part.js";

const LEVELS = ["nudge", "area", "move", "why"];

class HintSteps extends Part {
  topics = ["node", "hint"];

  /** @param {import("../types").App} app */
  inside({ store, play }) {
    const hint = store.node?.hints?.[LEVELS[store.hinted - 1]];
    if (!hint || !store.node || !store.mayShow(store.node)) return null;
    const dots = LEVELS.map((_, step) => h("span", { class: step < store.hinted ? "dot on" : "dot" }));
    const { move } = hint;
    const text = plain(hint.text);
    if (store.said !== text) store.say(text, false, true);
    return [
      h("header", h("h2", say("hint")), h("span.dots", { role: "img", label: `${store.hinted} of 4` }, dots)),
      h("p", text),
      h("div.row",
        move ? button(say("play_it"), () => play.move(move), "action") : h("span.muted.small", say("hint_more"))),
    ];
  }
}

customElements.define("hint-steps", HintSteps);
