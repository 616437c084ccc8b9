// <control-bar>: whose turn it is, and the buttons that are always there.

import { button, choice, h } from "../dom.js";
import { say } from "../messages.js";
import { written } from "../address.js";

export class ControlBar extends HTMLElement {
  /** @param {import("../store.js").Store} store @param {import("../play.js").Play} play
   * @param {import("../analysis.js").Analyst} analyst @param {import("../review.js").Reviewer} reviewer
   * @param {() => void} dealAgain @param {AbortSignal} signal */
  begin(store, play, analyst, reviewer, dealAgain, signal) {
    const draw = () => this.#draw(store, play, analyst, reviewer, dealAgain);
    for (const topic of ["node", "values", "review"]) store.on(topic, draw, signal);
  }

  /** @param {import("../store.js").Store} store @param {import("../play.js").Play} play
   * @param {import("../analysis.js").Analyst} analyst @param {import("../review.js").Reviewer} reviewer @param {() => void} dealAgain */
  #draw(store, play, analyst, reviewer, dealAgain) {
    const { node, game } = store;
    if (!node || !game) return this.replaceChildren();
    const focus = this.contains(document.activeElement) ? document.activeElement?.textContent : null;
    const over = node.table.over;
    const waiting = play.othersTurn(node);
    const main = [
      button(say("undo"), () => play.undo(), { disabled: !play.lastOwn(), "aria-keyshortcuts": "ArrowLeft" }),
      button(say("redo"), () => play.redo(), { disabled: !node.children.length, "aria-keyshortcuts": "ArrowRight" }),
      button(say("hint"), () => analyst.hint(), { disabled: over || waiting, "aria-keyshortcuts": "h" }),
      button(say(store.analysing ? "stop" : "analyse"), () => analyst.toggle(), {
        ...{ class: store.analysing ? "on" : "", "aria-keyshortcuts": "a" },
      }),
      button(say("review"), () => reviewer.toggle(), {
        ...{ class: store.review ? "on" : over ? "primary" : "", disabled: !node.parent && !node.children.length },
        ...{ "aria-pressed": String(store.review !== null), "aria-keyshortcuts": "r" },
      }),
    ];
    const more = [
      over && play.game.verbs.includes("next") && button(say("next_round"), () => play.next(), { class: "primary" }),
      over && button(say("deal_again"), dealAgain, { class: "quiet" }),
      !over && waiting && !store.review && button(say("go_on"), () => play.goOn(), { class: "quiet" }),
      ...(game.solitaire ? this.#solitaire(store, play, analyst) : [this.#seats(store, play)]),
    ];
    const extra = more.filter(Boolean);
    this.replaceChildren(
      h("p", { class: "whose" }, this.#turn(store, play)),
      h("div", { class: "buttons", role: "group", "aria-label": say("table") }, main),
      ...(extra.length ? [h("div", { class: "row" }, extra)] : []),
    );
    if (focus) for (const one of this.querySelectorAll("button")) if (one.textContent === focus) one.focus();
  }

  /** @param {import("../store.js").Store} store @param {import("../play.js").Play} play */
  #turn(store, play) {
    const { node, game } = store;
    if (!node || !game) return "";
    if (node.table.over) return game.result(node.table, store.seat);
    const seat = node.table.to_move ?? 0;
    if (game.solitaire) return node.verdict && (store.analysing || node.verdictSettled) ? say(`verdict_${node.verdict}_long`) : game.title;
    const text = seat === store.seat && store.players[seat] === "me" ? say("your_turn") : say("turn_of", play.seatName(seat));
    return node.table.phase && node.table.phase !== "play" ? `${text}: ${node.table.phase.replace("_", " ")}` : text;
  }

  /** @param {import("../store.js").Store} store @param {import("../play.js").Play} play @param {import("../analysis.js").Analyst} analyst */
  #solitaire(store, play, analyst) {
    const { node } = store;
    if (!node || !listed(node.table.position)) return [];
    const lost = node.verdict && node.verdict !== "solvable" && (store.analysing || node.verdictSettled);
    const back = async () => {
      store.say(say("thinking"));
      const found = await analyst.lastWinnable();
      if (found) await play.go(found);
      store.say(say(found ? "verdict_solvable_long" : "none_winnable"));
    };
    return [
      !node.verdict && !node.table.over && button(say("winnable"), () => analyst.prove(), { class: "quiet" }),
      lost && node.parent && button(say("last_winnable"), back, { class: "quiet" }),
    ];
  }

  /** @param {import("../store.js").Store} store @param {import("../play.js").Play} play */
  #seats(store, play) {
    if (store.root?.table.position.seat !== undefined) return null;
    const name = (/** @type {number} */ seat) => (store.players[seat] === "me" ? `${say("seat", seat)} (${say("mine")})` : say("seat", seat));
    const seats = store.players.map((_, seat) => /** @type {[string, string]} */ ([String(seat), name(seat)]));
    const now = store.seat === null ? "open" : String(store.seat);
    return choice(say("view_of"), now, [...seats, ["open", say("view_open")]], (value) =>
      play.watch(value === "open" ? null : Number(value)));
  }
}

/** Whether the service knows every card. @param {any} position */
const listed = (position) => Array.isArray(position.stock) && (position.redeals_left === undefined || !position.redeals_left || position.redeal_orders !== undefined || position.rules.redeal === "turn_over");

/** Copy the address of what is shown. @param {import("../store.js").Store} store */
export async function copyLink(store) {
  const link = new URL(written(store), location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    store.say(say("copied"));
  } catch {
    store.say(say("copy_by_hand"));
  }
}

customElements.define("control-bar", ControlBar);
