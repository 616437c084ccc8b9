// The page on which a game is played and analysed.

import { h, button } from "../dom.js";
import { say } from "../messages.js";
import { copyLink } from "../parts/control-bar.js";
import "../parts/belief-table.js";
import "../parts/chance-graph.js";
import "../parts/hint-steps.js";
import "../parts/move-tree.js";
import "../parts/plan-list.js";
import "../parts/review-panel.js";
import "../parts/table-stage.js";
import "../parts/value-table.js";

/** @typedef {import("../store.js").Store} Store */

/**
 * @param {Store} store @param {import("../play.js").Play} play
 * @param {import("../analysis.js").Analyst} analyst @param {import("../review.js").Reviewer} reviewer
 * @param {() => void} dealAgain
 * @param {AbortSignal} signal ends with the page
 */
export function tablePage(store, play, analyst, reviewer, dealAgain, signal) {
  const stage = h("table-stage", { class: "stage" });
  const part = (/** @type {string} */ tag, /** @type {any[]} */ ...args) => {
    const element = /** @type {any} */ (document.createElement(tag));
    element.begin(...args, signal);
    return element;
  };
  stage.begin(store, play, analyst, signal);
  const control = part("control-bar", store, play, analyst, reviewer, dealAgain);
  const game = /** @type {import("../types").Game} */ (store.game);
  const order = h("input", { type: "checkbox", onchange: () => {
    store.information = order.checked ? "known" : "hidden";
    analyst.of = null;
    analyst.follow();
  } });
  order.checked = store.information === "known";
  const typed = h("input", { type: "text", autocomplete: "off", spellcheck: "false", "aria-label": say("typed"), placeholder: say("typed") });
  const form = h("form", { class: "typed", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    const move = typed.value.trim();
    if (move) void play.move(move).then(() => (typed.value = ""));
  } }, typed, h("button", { type: "submit" }, say("typed_go")));
  const side = h("aside", { class: "side", "aria-label": "Analysis" },
    h("div", { class: "panel main" }, control),
    part("review-panel", store, play, reviewer),
    part("hint-steps", store, play),
    part("value-table", store, play, analyst),
    part("plan-list", store, play),
    part("chance-graph", store, play),
    part("belief-table", store, play),
    h("div", { class: "panel history" }, h("h2", {}, say("moves")), part("move-tree", store, play), form),
    h("div", { class: "panel share" },
      game.solitaire ? h("label", { class: "check" }, order, h("span", {}, say("order_known"))) : null,
      h("div", { class: "row" }, button(say("copy_link"), () => copyLink(store), { class: "quiet" }),
        h("a", { class: "button quiet", href: `#${game.name}` }, say("back")),
        h("a", { class: "button quiet", href: `#${game.name}/enter` }, say("enter")))));
  return h("div", { class: "board" }, h("h1", { class: "unseen" }, game.title), stage, side);
}
