// <table-stage>: the table of the game that is shown. It draws each position anew, lets cards slide
// to their new places, keeps the focus, and turns clicks, drags and keys into moves.

import { nameOf, plain, short } from "../cards.js";
import { button, fill, h } from "../dom.js";
import { capital, say } from "../messages.js";
import { drags } from "./drag.js";
import { rove } from "./rove.js";
import { valueBar, wordsOf } from "./value-bar.js";

/** @typedef {import("../types").Scene} Scene */

const SLIDE = { duration: 170, easing: "cubic-bezier(.2,.7,.3,1)" };
const MOST_CHOICES = 24;
const MOST_UNSEEN = 120;

export class TableStage extends HTMLElement {
  app = /** @type {import("../types").App} */ ({});
  /** Whether the focus was on the table when the others began to play. */
  focusDue = false;

  /** @param {import("../types").App} app @param {AbortSignal} signal */
  begin(app, signal) {
    this.app = app;
    const { store } = app;
    store.on("node", () => this.draw(), signal);
    store.on("select", () => this.offer(), signal);
    for (const topic of ["values", "hint", "point"]) store.on(topic, () => this.mark(), signal);
    this.addEventListener("click", (event) => {
      const key = /** @type {HTMLElement} */ (event.target).closest("[data-key]")?.getAttribute("data-key");
      if (key) this.press(key);
    });
    const lift = (/** @type {string | null} */ key) => {
      if (key === null) store.pick(null);
      else {
        store.picked = key;
        this.mark();
      }
    };
    drags(this, (key) => this.#lifts(key), lift, (from, to) => this.#drop(from, to) || this.#refuse(from));
  }

  /** What the game draws from. @returns {Scene | null} */
  scene() {
    const { store, play } = this.app;
    const { node, game } = store;
    if (!node || !game) return null;
    const seen = store.seat === null ? undefined : node.views?.get(store.seat);
    const table = seen ?? node.table;
    const moves = (play.asksFor(node) && node.moves) || [];
    const ends = moves.map((move) => ({ ...move, ...game.ends(move.move, node.table.position) }));
    const { seat, players } = store;
    const picked = store.picked ?? ends.find(({ from }) => from && from === game.lifted)?.from ?? null;
    return { position: table.position, table: node.table, seat, players, moves, picked, ends, node };
  }

  draw() {
    const scene = this.scene();
    const { store: { game }, play } = this.app;
    if (!scene || !game) return this.replaceChildren();
    // A view that is still on its way: hidden cards are not shown for a moment.
    const awaited = this.#awaited();
    this.toggleAttribute("data-waiting", awaited || (play.asksFor(scene.node) && !scene.node.moves));
    if (awaited) return;
    const before = this.#places();
    const focused = /** @type {HTMLElement | null} */ (this.querySelector(":focus"));
    const felt = h("div", { class: `felt ${game.name}` }, ...game.draw(scene));
    felt.append(h("div.near", felt.querySelector(":scope > .own"), h("div.moves-by-name")));
    this.replaceChildren(felt);
    this.offer();
    for (const group of this.querySelectorAll(".group")) rove(/** @type {HTMLElement} */ (group));
    // While the others play, nothing here may have the focus; it comes back afterwards.
    const due = focused || (this.focusDue && document.activeElement === document.body);
    if (due) this.#focus(focused?.dataset.key ?? "");
    this.focusDue = Boolean(due) && !play.asksFor(scene.node);
    this.#slide(before);
  }

  #awaited() {
    const { node, game, seat } = this.app.store;
    if (!node || game?.solitaire || seat === null) return false;
    return node.table.position.seat === undefined && !node.table.over && !node.views?.has(seat);
  }

  /** Offer buttons for moves that are not made with a card, and for those of the card that is picked up. */
  offer() {
    const scene = this.scene();
    const { store, play } = this.app;
    const { game } = store;
    const place = this.querySelector(".moves-by-name");
    if (!scene || !place) return;
    const lies = (/** @type {string} */ key) => this.querySelector(`.felt [data-key="${CSS.escape(key)}"]:not(.moves-by-name *)`);
    // What another has done where one hand is seen: any card, which then goes to a place on the table.
    const theirs = scene.table.position.seat !== undefined && scene.seat !== scene.table.to_move;
    const of = (/** @type {Scene["ends"][number]} */ move) => {
      const act = () => play.move(move.move);
      const code = theirs && game?.cardOf?.(move.move);
      if (!code) return button(plain(game?.action?.(move) ?? capital(move.text)), act, { class: "action", data: { move: move.move } });
      const { from: key, to = "" } = move;
      const lifted = lies(to) ? { label: nameOf(code), data: { key } } : { label: plain(move.text), onclick: act, data: { move: move.move } };
      return h("button", { class: "card live", ...lifted }, h("card-face", { code }));
    };
    const all = scene.ends.filter((ends) => !ends.from || !lies(ends.from));
    const free = all.filter(({ from, to = "" }, at) => !theirs || !lies(to) || all.findIndex((one) => one.from === from) === at);
    const picked = scene.ends.filter((ends) => ends.from && ends.from === scene.picked);
    const shown = picked.some((ends) => !ends.to) ? picked.slice(0, MOST_CHOICES) : [];
    const [, name = ""] = (scene.picked ?? "").split(":");
    const group = (/** @type {Scene["ends"]} */ moves, /** @type {string} */ label) =>
      moves.length > 0 && h("div.actions", { role: "group", label }, moves.map(of));
    const focused = /** @type {HTMLElement | null} */ (place.querySelector(":focus"))?.dataset;
    fill(place, [group(shown, say("choices", /^[A2-9TJQK]/.test(name) ? short(name) : name)), theirs && free.length > 0 && h("p", say("their_moves", play.seatName(scene.table.to_move))), group(free.slice(0, MOST_UNSEEN), say(theirs ? "moves" : "actions"))]);
    const buttons = /** @type {HTMLElement[]} */ ([...place.querySelectorAll("button")]);
    if (focused) buttons.find(({ dataset: { key, move } }) => key === focused.key && move === focused.move)?.focus({ preventScroll: true });
    this.mark();
  }

  /** Put values and hints on what is drawn. */
  mark() {
    const scene = this.scene();
    const { store } = this.app;
    if (!scene) return;
    const values = store.values?.moves ?? [];
    const ends = new Map(scene.ends.map((one) => [one.move, one]));
    const hinted = store.hinted > 2 ? ends.get(scene.node.hints?.move?.move ?? "") : undefined;
    const [pointed, made] = [store.pointed, store.made].map((move) => ends.get(move ?? ""));
    const seen = new Set();
    /** @type {NodeListOf<HTMLElement>} */
    const marked = this.querySelectorAll("[data-key], [data-move]");
    for (const element of marked) {
      const { key, move } = element.dataset;
      const wanted = (/** @type {string} */ name) => {
        if (move) return name === move;
        const one = ends.get(name);
        if (!one || !key) return false;
        const aimed = scene.picked !== null && one.from === scene.picked && one.to === key;
        return aimed || (one.from === key && (scene.picked === null || scene.picked === key));
      };
      const target = Boolean(key) && scene.ends.some((ends) => scene.picked && ends.from === scene.picked && ends.to === key);
      element.classList.toggle("target", target);
      element.classList.toggle("picked", Boolean(key) && key === scene.picked);
      if (key !== undefined && element.matches(".card, .meld, .book")) {
        const live = element.classList.contains("live");
        if (live) element.setAttribute("aria-pressed", String(key === scene.picked));
        if (live || target) element.removeAttribute("aria-disabled");
        else element.setAttribute("aria-disabled", "true");
      }
      const value = key !== "" && !seen.has(key) ? values.find((one) => wanted(one.move)) : undefined;
      element.querySelector("value-bar")?.remove();
      if (key) seen.add(key);
      if (value) {
        element.append(valueBar(value, values));
        element.setAttribute("aria-description", wordsOf(value));
      } else element.removeAttribute("aria-description");
      for (const [style, one] of Object.entries({ pointed, made, advised: hinted }))
        element.classList.toggle(style, Boolean(one && (move ? move === one.move : key && [one.from, one.to].includes(key))));
    }
  }

  /** A card or a place was clicked. @param {string} key */
  press(key) {
    const scene = this.scene();
    const { store, play } = this.app;
    if (!scene) return;
    if (scene.picked === key) return store.pick(null);
    if (scene.picked && this.#drop(scene.picked, key)) return;
    const into = scene.ends.filter((ends) => ends.to === key);
    if (into.length === 1 && !scene.picked && key.startsWith("cell:")) return play.move(into[0].move);
    const own = scene.ends.filter((ends) => ends.from === key);
    if (own.length === 1 && (!own[0].to || store.game?.direct)) return play.move(own[0].move);
    if (!own.length && play.asksFor(scene.node)) this.#refuse(store.picked ?? key);
    store.pick(own.length ? key : null);
  }

  /** Say that a card cannot be moved so. @param {string} key of the card */
  #refuse(key) {
    const name = this.querySelector(`.card[data-key="${CSS.escape(key)}"]`)?.getAttribute("aria-label");
    if (name) this.app.store.say(say("not_so", capital(name)));
  }

  /** @param {string} key */
  #lifts(key) {
    return this.scene()?.ends.some((ends) => ends.from === key && ends.to) ?? false;
  }

  /** @param {string} from @param {string} to */
  #drop(from, to) {
    const found = this.scene()?.ends.filter((ends) => ends.from === from && ends.to === to) ?? [];
    // Of moves that differ only by a call, the one with the call.
    if (found.length) void this.app.play.move(found[found.length - 1].move);
    else this.app.store.pick(null);
    return found.length > 0;
  }

  #places() {
    const placed = /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll("[data-id]"));
    return new Map([...placed].map((one) => [one.dataset.id ?? "", one.getBoundingClientRect()]));
  }

  /** @param {Map<string, DOMRect>} before */
  #slide(before) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const element of this.querySelectorAll("[data-id]")) {
      const old = before.get(/** @type {HTMLElement} */ (element).dataset.id ?? "");
      const now = element.getBoundingClientRect();
      if (!old || (Math.abs(old.x - now.x) < 2 && Math.abs(old.y - now.y) < 2)) continue;
      element.animate([{ translate: `${old.x - now.x}px ${old.y - now.y}px` }, { translate: "0 0" }], SLIDE);
    }
  }

  /** @param {string} key */
  #focus(key) {
    const same = key && this.querySelector(`[data-key="${CSS.escape(key)}"]`);
    const other = this.querySelector('.live, .group button[tabindex="0"], .action');
    /** @type {HTMLElement | null} */ (same || other)?.focus({ preventScroll: true });
  }
}

customElements.define("table-stage", TableStage);
