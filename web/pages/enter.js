// Entering a position from a real table: by clicks, by typing, or pasted whole.

import { nameOf, readCards, short } from "../cards.js";
import { button, choice, h } from "../dom.js";
import { Refused } from "../kibitz.js";
import { say } from "../messages.js";
import { FieldEditor } from "../parts/field-editor.js";
import { rove } from "../parts/rove.js";
import { readPasted } from "../records.js";
import { fieldsOf, rulesOf } from "../switches.js";

/** @typedef {import("../types").EditorField} EditorField */

/** @type {import("../records.js").PlayedGame} */
const NOTHING = { moves: [], names: [] };

/**
 * @param {import("../types").Game} game @param {import("../play.js").Play} play
 * @param {import("../store.js").Store} store @param {(review: boolean) => void} done
 */
export function enterPage(game, play, store, done) {
  return new EnterPage(game, play, store, done).element;
}

class EnterPage {
  /** @param {import("../types").Game} game @param {import("../play.js").Play} play
   * @param {import("../store.js").Store} store @param {(review: boolean) => void} done */
  constructor(game, play, store, done) {
    this.game = game;
    this.play = play;
    this.store = store;
    this.done = done;
    /** @type {Record<string, any>} */
    this.values = {};
    /** What was typed into each field of cards. @type {Record<string, string>} */
    this.typed = {};
    this.active = "";
    this.switches = fieldsOf(game.switches ?? {});
    this.zones = h("div", { class: "zones" });
    this.picker = h("div", { class: "picker", role: "group", "aria-label": say("picker") });
    this.state = h("p", { class: "missing", role: "status" });
    this.faults = h("ul", { class: "faults" });
    this.go = button(say("enter_go"), () => this.set(), { class: "primary" });
    const pasted = h("textarea", { rows: "2", spellcheck: "false", "aria-label": say("enter_paste"), placeholder: say("enter_paste"), oninput: () => (this.pasted = pasted.value.trim()) });
    this.pasted = "";
    for (const field of this.switches) this.values[field.key] = field.value;
    const rules = h("details", { class: "panel rules" }, h("summary", {}, say("enter_rules")), h("div", { class: "fields" }, this.switches.map((field) => this.plainField(field))));
    const form = h("form", { class: "enter", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
      h("div", { class: "given" }, rules, this.zones),
      h("div", { class: "panel chooser" }, h("h2", {}, say("picker")), this.picker, this.state, this.faults, pasted, h("div", { class: "row" }, this.go, button(say("review"), () => this.set(true), { class: "quiet" }))));
    this.element = h("div", { class: "enter-page" }, h("h1", {}, say("enter_title", game.title)), h("p", { class: "lead" }, say("enter_lead")), form);
    this.draw();
  }

  get fields() {
    return this.game.editor.fields(this.values);
  }

  draw() {
    for (const field of this.fields) if (field.value !== undefined && !(field.key in this.values)) this.values[field.key] = field.value;
    const fields = this.fields;
    if (!fields.some((field) => field.key === this.active)) this.active = fields.find((field) => field.kind === "cards" || field.kind === "cell")?.key ?? "";
    const small = fields.filter((field) => field.kind === "choice" || field.kind === "number");
    const large = fields.filter((field) => field.kind !== "choice" && field.kind !== "number");
    this.zones.replaceChildren(
      ...(small.length ? [h("div", { class: "fields" }, small.map((field) => this.plainField(field)))] : []),
      ...large.map((field) => this.zone(field)));
    this.update();
  }

  /** @param {EditorField} field */
  plainField(field) {
    const change = (/** @type {any} */ value) => {
      this.values[field.key] = value;
      field.kind === "choice" || field.key.startsWith("rule:") ? this.draw() : this.update();
    };
    const about = field.help ? `about-${field.key}` : null;
    const input = h("input", { type: "number", min: field.min ?? 0, max: field.max, value: this.values[field.key] ?? "", oninput: () => change(input.valueAsNumber) });
    const named = field.kind === "choice" ? choice(field.label, String(this.values[field.key]), field.choices ?? [], change) : h("label", { class: "field" }, h("span", {}, field.label), input);
    if (about) named.querySelector("select, input")?.setAttribute("aria-describedby", about);
    return about ? h("div", {}, named, h("small", { id: about, class: "muted" }, field.help ?? "")) : named;
  }

  /** A place for cards. @param {EditorField} field */
  zone(field) {
    if (field.kind === "cell") return this.cells(field);
    const input = h("input", { type: "text", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", "aria-label": field.label, value: this.typed[field.key] ?? "",
      oninput: () => this.type(field, input.value), onfocus: () => this.activate(field.key),
      onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && this.next(field.key) });
    const tally = h("span", { class: "muted tally" });
    const unread = h("span", { class: "unread" });
    return h("section", { class: "zone", data: { zone: field.key }, onclick: () => this.activate(field.key) },
      h("header", {}, h("span", { class: "who" }, field.label), tally), input, unread, field.help ? h("small", { class: "muted" }, field.help) : null);
  }

  /** @param {EditorField} field */
  cells(field) {
    this.values[field.key] ??= [];
    const editor = new FieldEditor();
    editor.begin(this.values[field.key], () => this.update());
    this.field = editor;
    return h("section", { class: "zone wide", data: { zone: field.key }, onclick: () => this.activate(field.key) },
      h("header", {}, h("span", { class: "who" }, field.label)), editor, field.help ? h("small", { class: "muted" }, field.help) : null);
  }

  /** @param {EditorField} field @param {string} text */
  type(field, text) {
    this.typed[field.key] = text;
    if (field.kind === "text") this.values[field.key] = text;
    else this.values[field.key] = readCards(text, this.kinds).cards;
    this.update();
  }

  get kinds() {
    return this.game.joined === ".";
  }

  /** @param {string} key */
  activate(key) {
    this.active = key;
    for (const zone of this.zones.querySelectorAll(".zone")) zone.classList.toggle("active", /** @type {HTMLElement} */ (zone).dataset.zone === key);
  }

  /** Go on to the next place. @param {string} key */
  next(key) {
    const inputs = [...this.zones.querySelectorAll("input")];
    const at = inputs.findIndex((input) => input.closest("[data-zone]")?.getAttribute("data-zone") === key);
    (inputs[at + 1] ?? this.go).focus();
  }

  /** Put a card where one is entering. @param {string} code */
  choose(code) {
    const field = this.fields.find((one) => one.key === this.active);
    if (!field) return;
    if (field.kind === "cell") return this.field?.put(code);
    const text = `${this.typed[field.key] ?? ""} ${code.replace("T", "10")}`.trim();
    const input = this.zones.querySelector(`[data-zone="${field.key}"] input`);
    /** @type {HTMLInputElement} */ (input).value = text;
    this.type(field, text);
    if (field.size && this.values[field.key].length >= field.size) {
      const following = this.fields.slice(this.fields.indexOf(field) + 1).find((one) => one.kind === "cards" && one.size && (this.values[one.key]?.length ?? 0) < one.size);
      if (following) this.activate(following.key);
    }
  }

  /** Cards that are placed, with how often. */
  placed() {
    /** @type {Map<string, number>} */
    const count = new Map();
    for (const field of this.fields) {
      const cards = field.kind === "cards" ? (this.values[field.key] ?? []) : field.kind === "cell" ? this.values[field.key].map((/** @type {any} */ one) => one[2]) : [];
      for (const code of cards) count.set(code, (count.get(code) ?? 0) + 1);
    }
    return count;
  }

  update() {
    this.faults.replaceChildren();
    const placed = this.placed();
    const pack = this.game.editor.pack(this.values);
    const buttons = [...pack].map(([code, copies]) => {
      const left = copies - (placed.get(code) ?? 0);
      const name = copies > 1 ? say("picker_left", nameOf(code), left) : nameOf(code);
      return h("button", { type: "button", class: "card", disabled: left < 1, "aria-label": name, title: short(code), data: { code }, onclick: () => this.choose(code) },
        h("card-face", { code }), copies > 1 ? h("span", { class: "left" }, `×${left}`) : null);
    });
    const focus = /** @type {HTMLElement | null} */ (this.picker.querySelector(":focus"))?.dataset.code;
    this.picker.classList.toggle("kinds", this.kinds);
    this.picker.replaceChildren(...buttons);
    rove(this.picker);
    if (focus) /** @type {HTMLElement | null} */ (this.picker.querySelector(`[data-code="${focus}"]:enabled`) ?? this.picker.querySelector("button:enabled"))?.focus();
    for (const field of this.fields) this.tally(field);
    this.activate(this.active);
    const over = [...placed].filter(([code, count]) => count > (pack.get(code) ?? 0)).map(([code]) => say("enter_taken", short(code)));
    const tooMany = this.fields.flatMap(({ kind, key, size, label }) => {
      const more = (this.values[key]?.length ?? 0) - (size ?? Infinity);
      return kind === "cards" && more > 0 ? [say("want_less", more, label)] : [];
    });
    const missing = [...new Set([...over, ...tooMany, ...this.game.editor.missing(this.values)])];
    this.state.textContent = this.pasted ? "" : missing.length ? say("enter_missing", missing.join("; ")) : say("enter_ready");
    this.state.classList.toggle("ready", !missing.length);
  }

  /** @param {EditorField} field */
  tally(field) {
    const zone = this.zones.querySelector(`[data-zone="${field.key}"]`);
    const tally = zone?.querySelector(".tally");
    if (!zone || !tally || field.kind !== "cards") return;
    const count = this.values[field.key]?.length ?? 0;
    tally.textContent = field.size === undefined ? (count ? say("n_any", count) : "") : say("n_cards", count, field.size);
    const { rest } = readCards(this.typed[field.key] ?? "", this.kinds);
    const unread = zone.querySelector(".unread");
    if (unread) unread.textContent = rest ? say("enter_unread", rest) : "";
  }

  /** The position, with the switches that differ from what is usual. */
  entered() {
    const position = this.game.editor.position(this.values);
    return { ...position, rules: { ...position.rules, ...rulesOf(this.game.switches ?? {}, this.values) } };
  }

  /** Let the service check the position, and show it. @param {boolean} review whether to review the moves as well */
  async set(review = false) {
    this.faults.replaceChildren();
    const given = this.pasted;
    try {
      const { position, source, rules, moves, names } = given ? readPasted(given) : { ...NOTHING, position: this.entered() };
      const [named, seed] = (source ?? "").split(/\s+/);
      const dealt = position ?? (await this.play.ask("deal", { source: named, seed, ...(rules ? { rules } : {}) })).text;
      await this.play.open(dealt, moves, { names });
      this.done(review);
    } catch (error) {
      if (!(error instanceof Refused || error instanceof SyntaxError)) throw error;
      const whole = error instanceof Refused ? error.message : say("enter_broken", error.message);
      const said = error instanceof Refused && error.errors.length ? error.errors.map((one) => one.message) : [whole];
      this.faults.replaceChildren(...said.map((text) => h("li", {}, text)));
    }
  }
}

