// <control-bar>: whose turn it is, and the buttons that are always there.

import { button, choice, h } from "../dom.js";
import { say, whoIs } from "../messages.js";
import { after } from "../store.js";
import { Part } from "./part.js";
import { looks } from "./scene.js";

/** @typedef {import("../types").App} App */
/** @typedef {import("../types").Node} Node */

class ControlBar extends Part {
  topics = ["node", "values", "review"];

  /** @param {import("../types").App} app */
  inside(app) {
    const { store, play, analyst, reviewer } = app;
    const { node, game } = store;
    if (!node || !game) return null;
    const { over, position, to_move: mover } = node.table;
    const waiting = play.othersTurn(node);
    this.classList.toggle("over", over);
    const main = [
      button(say("undo"), () => play.undo(), { disabled: !play.lastOwn(), keys: "ArrowLeft" }),
      button(say("redo"), () => play.redo(), { disabled: !after(node), keys: "ArrowRight" }),
      button(say("hint"), () => analyst.hint(), { disabled: over || waiting || !store.mayAdvise(node), keys: "h" }),
      button(say(store.searching ? "stop" : "analyse"), () => analyst.toggle(), {
        class: store.analysing ? "on" : "", disabled: !store.analysing && (over || (position.seat ?? mover) !== mover), "aria-pressed": store.searching ? null : String(store.analysing), keys: "a",
      }),
      button(say("review"), () => reviewer.toggle(), {
        class: store.review ? "on" : over ? "primary" : "", disabled: !node.parent && !node.children.length,
        "aria-pressed": String(store.review !== null), keys: "r",
      }),
    ];
    const more = [
      over && play.game.verbs.includes("next") && button(say("next_round"), () => play.next(), "primary"),
      over && button(say("deal_again"), app.dealAgain, "quiet"),
      !over && waiting && !store.review && button(say("go_on"), () => play.goOn(), "quiet"),
      ...(game.solitaire ? winning(app, node) : [seats(app)]),
    ];
    return [
      h("p.whose", turn(app, node, game)),
      h("div.buttons", { role: "group", label: say("table") }, main),
      more.some(Boolean) && h("div.row", more),
    ];
  }
}

/** Whose turn it is, or how it ended. @param {App} app @param {Node} node @param {import("../types").Game} game */
function turn({ store, play }, node, game) {
  if (node.table.over) return game.result(node.table, looks(store));
  const seat = node.table.to_move ?? 0;
  if (game.solitaire) return known(store, node) ? say(`verdict_${node.verdict}_long`) : game.title;
  const text = seat === store.seat && store.players[seat] === "me" ? say("your_turn") : say("turn_of", play.seatName(seat));
  return node.table.phase && node.table.phase !== "play" ? `${text}: ${node.table.phase.replace("_", " ")}` : text;
}

/** Whether a verdict may be shown. @param {import("../store.js").Store} store @param {Node} node */
const known = ({ analysing }, { verdict, verdictSettled }) => verdict && (analysing || verdictSettled);

/** Whether it can still be won. @param {App} app @param {Node} node */
function winning({ store, play, analyst }, node) {
  if (!listed(node.table.position)) return [];
  const lost = known(store, node) && node.verdict !== "solvable";
  const back = async () => {
    store.say(say("thinking"));
    const found = await analyst.lastWinnable();
    if (found) await play.go(found);
    store.say(say(found ? "verdict_solvable_long" : store.root?.verdict === "unsolvable" ? "lost_deal" : "none_winnable"));
  };
  return [
    !node.verdict && !node.table.over && button(say("winnable"), () => analyst.prove(), "quiet"),
    lost && node.parent && store.root?.verdict !== "unsolvable" && button(say("last_winnable"), back, "quiet"),
  ];
}

/** Whose cards are shown. @param {App} app */
function seats({ store, play }) {
  if (store.root?.table.position.seat !== undefined) return null;
  const mine = store.players.some((one) => one !== "me");
  const name = (/** @type {number} */ seat) => (mine && store.players[seat] === "me" ? `${whoIs(seat)} (${say("one_me")})` : whoIs(seat));
  const seats = store.players.map((_, seat) => /** @type {[string, string]} */ ([String(seat), name(seat)]));
  const now = String(store.seat ?? "open");
  return choice(say("view_of"), now, [...seats, ["open", say("view_open")]], (value) =>
    play.watch(value === "open" ? null : Number(value)));
}

/** Whether the service knows every card. @param {any} position */
const listed = (position) => Array.isArray(position.stock) && (!position.redeals_left || position.redeal_orders !== undefined || position.rules.redeal === "turn_over");

customElements.define("control-bar", ControlBar);
