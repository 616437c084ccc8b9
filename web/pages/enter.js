// Entering a position from a real table: by clicks, by typing, or pasted whole.

import { kindOf, nameOf, readCards, short } from "../cards.js";
import { button, fill, h } from "../dom.js";
import { atFields } from "../faults.js";
import { misnumbered, oneOf, seat, seatsOf, unlike } from "../fields.js";
import { Refused } from "../kibitz.js";
import { cards, say, several } from "../messages.js";
import { FieldEditor } from "../parts/field-editor.js";
import { offer } from "../parts/picker.js";
import { plainField, rulesPanel } from "../parts/plain-field.js";
import { fieldsOf, rulesOf, usualPlayers } from "../switches.js";

/** @typedef {import("../types").EditorField} EditorField */
/** @typedef {{field: EditorField, box: HTMLElement, input?: HTMLInputElement, show?: () => void}} Zone */

/** A pasted position or record, as the service takes it; throws a SyntaxError for what is no JSON. @param {string} said
 * @returns {{position?: any, record?: any}} */
function readPasted(said) {
  if (!said.startsWith("{")) return /\s/.test(said) ? { record: said } : { position: said };
  const given = JSON.parse(said);
  return ["position", "moves", "source", "game", "seats"].some((field) => field in given) ? { record: given } : given.record ? given : { position: given };
}

/** What was entered for each game, until the page is closed.
 * @type {Map<string, {values: Record<string, any>, typed: Record<string, string>, pasted: string}>} */
const drafts = new Map();

/**
 * @param {import("../types").Game} game @param {import("../play.js").Play} play
 * @param {(review: boolean) => void} done
 */
export function enterPage(game, play, done) {
  const { editor, switches, playerCounts } = game;
  const kinds = game.joined === ".";
  const rules = fieldsOf(switches);
  const draft = drafts.get(game.name) ?? { values: { players: usualPlayers(game), seat: "0", ...Object.fromEntries(rules.map(({ key, value }) => [key, value])) }, typed: {}, pasted: "" };
  drafts.set(game.name, draft);
  // `typed`: what stands in each field of cards.
  const { values, typed } = draft;
  /** @type {Record<string, any>} */
  const usual = {};
  /** Where the faults of each field are said. @type {Map<string, HTMLElement>} */
  const marks = new Map();
  /** @type {Zone[]} */
  let zones = [];
  let active = "";
  const places = h("div.zones");
  const picker = h("div.picker", { role: "group", label: say("picker") });
  picker.classList.toggle("kinds", kinds);
  /** The position, where the page finds nothing wrong with it. @type {any} */
  let ready;
  const state = h("p.missing", { role: "status", tabindex: "-1" });
  const faults = h("ul.faults");
  const paste = h("textarea", { rows: "8", spellcheck: "false", label: say("enter_paste"), placeholder: say("enter_paste"), value: draft.pasted, oninput: () => {
    draft.pasted = paste.value;
    update();
  } });

  /** What is entered, with the usual rule in the place of each that cannot be. @returns {Record<string, any>} */
  function sound() {
    const wrong = rules.filter((field) => misnumbered(field, values[field.key]));
    return { ...values, ...Object.fromEntries(wrong.map(({ key, value }) => [key, value])) };
  }

  /** All fields, by what is entered so far. @returns {EditorField[]} */
  const fieldsNow = () => [
    ...(playerCounts.length > 1 ? [oneOf("players", say("players"), playerCounts, "")] : []),
    ...(game.solitaire ? [] : [seat("seat", say("you_are"), seatsOf(values))]),
    ...editor.fields(sound()),
  ];

  function draw() {
    for (const { key, value, choices } of fieldsNow()) {
      // What was left as usual is what is usual now.
      if ((values[key] ?? usual[key]) === usual[key]) values[key] = value;
      usual[key] = value;
      // Of fewer players there may be no such seat.
      if (choices?.every(([one]) => one !== values[key])) values[key] = value;
    }
    const fields = fieldsNow();
    const few = fields.filter(({ kind }) => ["choice", "number", "fraction"].includes(kind)).map(plain);
    zones = fields.flatMap((field) => (field.kind === "cell" ? [cells(field)] : ["cards", "text"].includes(field.kind) ? [words(field)] : []));
    fill(places, [few.length > 0 && h("div.fields", few), zones.map(({ box }) => box)]);
    activate((zones.find(({ field }) => field.key === active) ?? zones[0]).field.key);
    update();
  }

  /** @param {EditorField} field */
  const plain = (field) => h("div", plainField(field, values[field.key], (value) => {
    values[field.key] = value;
    field.kind === "choice" || rules.includes(field) ? draw() : update();
  }), mark(field.key));

  /** @param {string} key */
  function mark(key) {
    const place = h("span.unread");
    marks.set(key, place);
    return place;
  }

  /** Say what is wrong at its field, if there is one. @param {string} text @param {string} [key] */
  function markAt(text, key = "") {
    const place = marks.get(key);
    if (place) place.textContent = [place.textContent, text].filter(Boolean).join("; ");
    return Boolean(place);
  }

  /** @param {EditorField} field @param {string} style @param {Node[]} inside @param {Node} [tally] */
  const zone = ({ key, label, help }, style, inside, tally) =>
    h("section", { class: `zone ${style}`, data: { zone: key }, onclick: () => activate(key) },
      h("header", h("span.who", label), tally), inside, mark(key), help && h("small.muted", help));

  /** A place for cards that are typed. @param {EditorField} field @returns {Zone} */
  function words(field) {
    const { key, kind } = field;
    const type = () => {
      typed[key] = input.value;
      values[key] = kind === "text" ? input.value : readCards(input.value, kinds).cards;
      update();
    };
    const input = h("input", { type: "text", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", label: field.label, value: typed[key] ?? "",
      oninput: type, onfocus: () => activate(key), onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && next() });
    const next = () => {
      const after = zones.slice(zones.indexOf(found) + 1).find((one) => one.input)?.input;
      after ? after.focus() : void set();
    };
    const tally = h("span.muted.tally");
    const show = () => {
      const { field: { size } } = found;
      const count = values[key]?.length ?? 0;
      tally.textContent = kind === "text" ? "" : size !== undefined ? say("n_cards", count, size) : count ? say("n_any", count) : "";
    };
    /** @type {Zone} */
    const found = { field, input, show, box: zone(field, "", [input], tally) };
    return found;
  }

  /** A field of cells. @param {EditorField} field @returns {Zone} */
  function cells(field) {
    const grid = new FieldEditor();
    grid.begin((values[field.key] ??= []), () => update());
    return { field, box: zone(field, "wide", [grid]) };
  }

  /** Begin to enter cards somewhere. @param {string} key */
  function activate(key) {
    active = key;
    for (const { field, box } of zones) box.classList.toggle("active", field.key === key);
  }

  /** Put a card where one is entering; a field that is full gives way to the next. @param {string} code */
  function choose(code) {
    const at = zones.findIndex(({ field }) => field.key === active);
    const { field, input, box } = zones[at];
    if (!input) return /** @type {FieldEditor} */ (box.querySelector("field-editor")).put(code);
    input.value = `${input.value} ${code.replace("T", "10")}`.trim();
    input.dispatchEvent(new Event("input"));
    const full = ({ field: { key, size = Infinity } } = zones[at]) => (values[key]?.length ?? 0) >= size;
    if (field.size && full()) activate(zones.slice(at + 1).find((one) => one.field.kind === "cards" && !full(one))?.field.key ?? active);
  }

  /** Cards that are placed, with how often. @param {EditorField[]} fields */
  function placed(fields) {
    /** @type {Map<string, number>} */
    const count = new Map();
    const add = (/** @type {string} */ code, more = 1) => count.set(code, (count.get(code) ?? 0) + more);
    for (const { key, kind, of } of fields) {
      if (of) add(of, values[key] || 0);
      const codes = kind === "cell" ? values[key].map((/** @type {string[]} */ one) => one[2]) : readCards(typed[key] ?? "", kinds).cards;
      for (const code of codes) add(kinds ? kindOf(code) : code);
    }
    return count;
  }

  /** What is wrong with one field; what cannot be read is said there as well. @param {EditorField} field
   * @param {boolean} sized whether it is known how many cards belong there */
  function wrongIn(field, sized) {
    const { key, label } = field;
    const { rest } = readCards(typed[key] ?? "", kinds);
    const text = rest ? say("enter_unread", rest, label) : misnumbered(field, values[key]);
    if (text) markAt(text, key);
    return text || (sized && unlike(field, values[key]));
  }

  function update() {
    fill(faults, []);
    for (const place of marks.values()) place.textContent = "";
    const fields = fieldsNow();
    const found = placed(fields);
    const pack = editor.pack(sound());
    offer(picker, pack, (code) => found.get(code) ?? 0, choose);
    for (const zone of zones) {
      zone.field = fields.find(({ key }) => key === zone.field.key) ?? zone.field;
      zone.show?.();
    }
    const over = [...found].map(([code, count]) => {
      const copies = pack.get(code) ?? 0;
      if (count <= copies) return "";
      const text = say(copies > 1 ? "enter_many" : copies ? "enter_twice" : "enter_none", count, several(nameOf(code)), copies, short(code));
      for (const { key, of } of fields) if (of === code && values[key]) markAt(text, key);
      return text;
    });
    const all = [...rules, ...fields];
    const sized = !all.some((field) => misnumbered(field, values[field.key]));
    const missing = [...over, ...all.map((field) => wrongIn(field, sized)), ...((sized && editor.missing?.(values)) || [])].filter(Boolean);
    ready = missing.length ? undefined : editor.position(values);
    // How many are left in the stock is worked out from what is entered.
    if (ready?.stock?.count < 0) {
      missing.push(say("enter_over", cards(-ready.stock.count)));
      ready = undefined;
    }
    state.textContent = paste.value.trim() ? "" : missing.length ? say("enter_missing", missing.join("; ")) : say("enter_ready");
    state.classList.toggle("ready", !missing.length);
  }

  /** The position with what is asked for in each game. */
  function described() {
    const { players, seat: own } = values;
    const rules = { ...(playerCounts.length > 1 && { players: Number(players) }), ...rulesOf(switches, values) };
    return { ...ready, ...(!game.solitaire && { seat: Number(own) }), rules };
  }

  /** Let the service check the position, and show it. @param {boolean} review its moves as well */
  async function set(review = false) {
    update();
    const pasted = paste.value.trim();
    if (!ready && !pasted) return state.focus();
    try {
      const { record = undefined, position = undefined } = pasted ? readPasted(pasted) : { position: described() };
      const { position: start, moves, seats = [] } = record === undefined ? { position, moves: [] } : (await play.ask("record", { record })).record;
      await play.open(start, moves, () => ({ names: seats }));
      done(review);
    } catch (error) {
      if (error instanceof SyntaxError) fill(faults, [h("li", say("enter_broken", error.message))]);
      else if (error instanceof Refused) accuse(error);
      else play.store.failed(error);
    }
  }

  /** Say each fault at its field, others below. @param {Refused} error */
  function accuse(error) {
    const fields = paste.value.trim() ? [] : [...rules, ...fieldsNow()];
    const elsewhere = atFields(error, fields).filter(({ key, text }) => !markAt(text, key));
    fill(faults, elsewhere.map(({ text }) => h("li", text)));
    if (fields.length) state.textContent = say("enter_refused");
    state.classList.remove("ready");
    if (rules.some(({ key }) => marks.get(key)?.textContent)) switched.open = true;
    [...marks.values()].find((place) => place.textContent)?.scrollIntoView({ block: "nearest" });
  }

  const switched = rulesPanel(rules.map(plain), rulesOf(switches, values), ".panel");
  draw();
  // One can type right away, unless that would cover half of a phone.
  if (matchMedia("(hover: hover)").matches) queueMicrotask(() => zones[0].input?.focus());
  const clear = () => {
    drafts.delete(game.name);
    whole.replaceWith(enterPage(game, play, done));
  };
  const whole = h("div.enter-page", h("h1", say("enter_title", game.title)), h("p.lead", say("enter_lead")),
    h("form.enter", { onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
      h("div.given", switched, places),
      h("div.panel.chooser", h("h2", say("picker")), picker, state, faults, paste,
        h("div.row", button(say("enter_go"), () => set(), "primary"), button(say("review"), () => set(true), "quiet"), button(say("enter_clear"), clear, "quiet")))));
  return whole;
}
