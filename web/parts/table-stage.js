// <table-stage>: the table of the game that is shown. It draws each position anew, lets cards slide
// to their new places, keeps the focus, and turns clicks, drags and keys into moves.

import { plain, short } from "../cards.js";
import { button, h } from "../dom.js";
import { capital, say } from "../messages.js";
import { drags } from "./drag.js";
import { rove } from "./rove.js";
import { ValueBar, wordsOf } from "./value-bar.js";

/** @typedef {import("../types").Scene} Scene */

const SLIDE = { duration: 170, easing: "cubic-bezier(.2,.7,.3,1)" };
const MOST_CHOICES = 24;
const MOST_UNSEEN = 60;

export class TableStage extends HTMLElement {
  app = /** @type {import("../types").App} */ ({});

  /** @param {import("../types").App} app @param {AbortSignal} signal */
  begin(app, signal) {
    this.app = app;
    const { store } = app;
    for (const topic of ["node", "select"]) store.on(topic, () => this.draw(), signal);
    for (const topic of ["values", "hint", "point"]) store.on(topic, () => this.mark(), signal);
    this.addEventListener("click", (event) => {
      const pressed = /** @type {HTMLElement} */ (event.target).closest("[data-key]");
      if (pressed instanceof HTMLElement && pressed.dataset.key) this.press(pressed.dataset.key);
    });
    const lift = (/** @type {string | null} */ key) => {
      if (key === null) store.pick(null);
      else {
        store.picked = key;
        this.aim();
      }
    };
    drags(this, (key) => this.#lifts(key), lift, (from, to) => this.#drop(from, to));
  }

  /** What the game draws from. @returns {Scene | null} */
  scene() {
    const { store, analyst } = this.app;
    const { node, game } = store;
    if (!node || !game) return null;
    const seen = store.seat === null ? undefined : node.views?.get(store.seat);
    const table = seen ?? node.table;
    const mine = analyst.mayShow(node) && store.players[node.table.to_move ?? 0] === "me";
    const moves = (mine && !node.table.over && node.moves) || [];
    const ends = moves.map((move) => ({ ...move, ...game.ends(move.move, node.table.position) }));
    const { seat, players, picked } = store;
    return { position: table.position, table: node.table, seat, players, moves, picked, ends, node };
  }

  draw() {
    const scene = this.scene();
    const { game } = this.app.store;
    if (!scene || !game) return this.replaceChildren();
    // A view that is still on its way: hidden cards are not shown for a moment.
    const awaited = this.#awaited();
    this.toggleAttribute("data-waiting", awaited || !(scene.node.moves || scene.table.over));
    if (awaited) return;
    const before = this.#places();
    const focus = /** @type {HTMLElement | null} */ (this.querySelector(":focus"))?.dataset.key;
    const felt = h("div", { class: `felt ${game.name}` }, ...game.draw(scene));
    const lies = (/** @type {string} */ key) => felt.querySelector(`[data-key="${CSS.escape(key)}"]`) !== null;
    this.replaceChildren(felt, this.#actions(scene, lies));
    for (const group of this.querySelectorAll("[data-group]")) rove(/** @type {HTMLElement} */ (group));
    this.mark();
    if (focus) this.#focus(focus);
    this.#slide(before);
  }

  #awaited() {
    const { node, game, seat } = this.app.store;
    if (!node || game?.solitaire || seat === null) return false;
    return node.table.position.seat === undefined && !node.table.over && !node.views?.has(seat);
  }

  /** Buttons for moves that are not made with a card, and for those of the card that is picked up.
   * @param {Scene} scene @param {(key: string) => boolean} lies whether something of that key is on the table */
  #actions(scene, lies) {
    const { store, play } = this.app;
    const { game } = store;
    const of = (/** @type {import("../types").Move} */ move) => {
      const act = () => play.move(move.move);
      const code = scene.table.position.seat !== undefined && scene.seat !== scene.table.to_move && game?.cardOf?.(move.move);
      if (!code) return button(plain(game?.action?.(move) ?? capital(move.text)), act, { class: "action", data: { move: move.move } });
      const properties = { class: "card live", "aria-label": plain(move.text), onclick: act, data: { move: move.move } };
      return h("button", properties, h("card-face", { code }));
    };
    const free = scene.ends.filter((ends) => !ends.from || !lies(ends.from));
    const picked = scene.ends.filter((ends) => ends.from && ends.from === scene.picked);
    const shown = picked.some((ends) => !ends.to) ? picked.slice(0, MOST_CHOICES) : [];
    const [, name = ""] = (scene.picked ?? "").split(":");
    const group = (/** @type {import("../types").Move[]} */ moves, /** @type {string} */ label) =>
      moves.length > 0 && h("div.actions", { role: "group", "aria-label": label }, moves.map(of));
    return h("div.moves-by-name", group(shown, say("choices", /^[A2-9TJQK]/.test(name) ? short(name) : name)), group(free.slice(0, MOST_UNSEEN), say("actions")));
  }

  /** Put values and hints on what is drawn. */
  mark() {
    const scene = this.scene();
    const { store, analyst } = this.app;
    if (!scene) return;
    const values = store.analysing && analyst.mayShow(scene.node) ? scene.node.values?.moves ?? [] : [];
    const ends = new Map(scene.ends.map((one) => [one.move, one]));
    const hinted = store.hinted > 2 ? ends.get(scene.node.hints?.move?.move ?? "") : undefined;
    const pointed = ends.get(store.pointed ?? "");
    const seen = new Set();
    for (const element of this.querySelectorAll("[data-key], [data-move]")) {
      if (!(element instanceof HTMLElement)) continue;
      const { key, move } = element.dataset;
      const wanted = (/** @type {string} */ name) => {
        if (move) return name === move;
        const one = ends.get(name);
        if (!one || !key) return false;
        const aimed = scene.picked !== null && one.from === scene.picked && one.to === key;
        return aimed || (one.from === key && (scene.picked === null || scene.picked === key));
      };
      const value = key !== "" && !seen.has(key) ? values.find((one) => wanted(one.move)) : undefined;
      element.querySelector("value-bar")?.remove();
      if (key) seen.add(key);
      if (value) {
        const bar = new ValueBar();
        bar.show(value, values);
        element.append(bar);
        element.setAttribute("aria-description", wordsOf(value));
      } else element.removeAttribute("aria-description");
      const advised = hinted && key && (hinted.from === key || hinted.to === key);
      const shown = pointed && key && (pointed.from === key || pointed.to === key);
      element.classList.toggle("pointed", Boolean(shown || (pointed && move === pointed.move)));
      element.classList.toggle("advised", Boolean(advised || (hinted && move === hinted.move)));
    }
  }

  /** Show where what is picked up may go, without drawing anew. */
  aim() {
    const scene = this.scene();
    for (const element of this.querySelectorAll("[data-key]")) {
      const key = element instanceof HTMLElement ? element.dataset.key : "";
      const target = scene?.ends.some((ends) => ends.from === scene.picked && ends.to === key);
      element.classList.toggle("target", Boolean(key && target));
    }
    this.mark();
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
    store.pick(own.length ? key : null);
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
    /** @type {Map<string, DOMRect>} */
    const places = new Map();
    for (const element of this.querySelectorAll("[data-id]"))
      places.set(/** @type {HTMLElement} */ (element).dataset.id ?? "", element.getBoundingClientRect());
    return places;
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
    const same = this.querySelector(`[data-key="${CSS.escape(key)}"]`);
    const other = this.querySelector('.live, [data-group] button[tabindex="0"], .action');
    /** @type {HTMLElement | null} */ (same ?? other)?.focus({ preventScroll: true });
  }
}

customElements.define("table-stage", TableStage);
