// <hint-steps>: advice in four steps, from a nudge to the reasons; never more than was asked for.

import { plain } from "../cards.js";
import { button, h } from "../dom.js";
import { say } from "../messages.js";

const LEVELS = ["nudge", "area", "move", "why"];

export class HintSteps extends HTMLElement {
  /** @param {import("../store.js").Store} store @param {import("../play.js").Play} play @param {AbortSignal} signal */
  begin(store, play, signal) {
    const draw = () => this.#draw(store, play);
    store.on("node", draw, signal);
    store.on("hint", draw, signal);
  }

  /** @param {import("../store.js").Store} store @param {import("../play.js").Play} play */
  #draw(store, play) {
    const hints = store.node?.hints;
    this.hidden = !store.hinted || !hints;
    if (this.hidden || !hints) return this.replaceChildren();
    const level = LEVELS[store.hinted - 1];
    const hint = hints[level];
    const dots = LEVELS.map((_, step) => h("span", { class: step < store.hinted ? "dot on" : "dot" }));
    const move = hint.move;
    const text = plain(hint.text);
    if (store.said !== text) store.say(text);
    this.replaceChildren(
      h("header", {}, h("h2", {}, say("hint_title")), h("span", { class: "dots", role: "img", "aria-label": `${store.hinted} of 4` }, dots)),
      h("p", {}, text),
      h("div", { class: "row" },
        move ? button("Play it", () => play.move(move), { class: "action" }) : h("span", { class: "muted small" }, say("hint_more")),
      ),
    );
  }
}

customElements.define("hint-steps", HintSteps);
