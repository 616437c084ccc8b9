// The page on which a game is played and analysed.

import { written } from "../address.js";
import { h, button } from "../dom.js";
import { say } from "../messages.js";
import { hasOrder } from "../store.js";
import "../parts/control-bar.js";
import "../parts/belief-table.js";
import "../parts/chance-graph.js";
import "../parts/hint-steps.js";
import "../parts/move-tree.js";
import "../parts/plan-list.js";
import "../parts/review-panel.js";
import "../parts/table-stage.js";
import "../parts/value-table.js";

/** @param {import("../types").App} app @param {AbortSignal} signal ends with the page */
export function tablePage(app, signal) {
  const { store, play, analyst } = app;
  const part = (/** @type {string} */ tag) => /** @type {import("../parts/part.js").Part} */ (document.createElement(tag)).begin(app, signal);
  const stage = h("table-stage.stage");
  stage.begin(app, signal);
  const game = /** @type {import("../types").Game} */ (store.game);
  const order = h("input", { type: "checkbox", onchange: () => {
    store.information = order.checked ? "known" : "hidden";
    store.hinted = 0;
    store.changed("hint");
    analyst.of = null;
    analyst.follow();
  } });
  const informed = () => {
    order.checked = store.informed(store.node) === "known";
    order.disabled = !hasOrder(store.node);
    form.hidden = Boolean(store.node?.table.over);
  };
  const typed = h("input", { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", label: say("typed"), placeholder: say("typed") });
  const form = h("form.typed", { onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    const said = typed.value.trim().replace(/\s*([>@=,])\s*/g, "$1");
    const { node } = store;
    if (said) void play.move(moveLike(said, node?.moves)).then(() => store.node !== node && (typed.value = ""));
  } }, typed, h("button", { type: "submit" }, say("typed_go")));
  store.on("node", informed, signal);
  informed();
  const bar = h("div.panel.main", part("control-bar"));
  // On narrow screens the bar lies over the end of the page, and one's hand above it.
  const sizes = new ResizeObserver(() => document.documentElement.style.setProperty("--bar", `${bar.offsetHeight}px`));
  sizes.observe(bar);
  signal.addEventListener("abort", () => sizes.disconnect());
  const side = h("aside.side", { label: "Analysis" },
    bar,
    ["review-panel", "hint-steps", "value-table", "plan-list", "chance-graph", "belief-table"].map(part),
    h("div.panel.history", h("h2", say("moves")), part("move-tree"), form),
    h("div.panel.share",
      game.solitaire ? h("label.check", order, h("span", say("order_known"))) : null,
      h("div.row", button(say("copy_link"), () => copyLink(store), "quiet"),
        h("a.button.quiet", { href: `#${game.name}` }, say("back")),
        h("a.button.quiet", { href: `#${game.name}/enter` }, say("enter")))));
  return h("div.board", h("h1.unseen", game.title), stage, side);
}

/** The one legal move that differs from what was typed only in capital letters, or what was typed. @param {string} said
 * @param {readonly import("../types").Move[]} [moves] */
function moveLike(said, moves = []) {
  const [typed, ...named] = said.split(/(?==)/);
  const like = moves.filter(({ move }) => move.toLowerCase() === typed.toLowerCase());
  return like.length === 1 ? like[0].move + named.join("").toUpperCase() : said;
}

/** Copy the address of what is shown. @param {import("../store.js").Store} store */
async function copyLink(store) {
  const link = new URL(written(store), location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    store.say(say("copied"));
  } catch {
    store.say(say("copy_by_hand"));
  }
}
