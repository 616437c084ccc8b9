// Small windows: what the keys do, how the board looks, which cards turned up.

import { ONE_PACK, readCards } from "../cards.js";
import { button, choice, h } from "../dom.js";
import { choices, say } from "../messages.js";
import { KEYS } from "../keys.js";
import { offer } from "./picker.js";
import { setting, settings } from "../settings.js";

/** @param {string} title @param {...(Node | string)} inside @returns {HTMLDialogElement} */
function openDialog(title, ...inside) {
  const close = button(say("close"), () => dialog.close(), "quiet");
  const dialog = h("dialog", { label: title }, h("h2", title), ...inside, h("div.row.end", close));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

export function showKeys() {
  const rows = KEYS.map(([keys, words]) =>
    h("tr", h("th", { scope: "row" }, keys.map((key) => h("kbd", key))), h("td", words)));
  openDialog(say("keys"), h("table.keys", { label: say("keys") }, h("tbody", rows)));
}

export function showSettings() {
  const one = (/** @type {string} */ key, /** @type {string[]} */ all) => choice(say(key), settings[key], choices(key, all), (value) => setting(key, value));
  openDialog(say("settings"),
    h("div.fields", one("look", ["auto", "light", "dark"]), one("deck", ["two", "four"]), one("pace", ["calm", "quick"])));
}

/**
 * Ask which cards a move turned up. @param {number} count @param {ReadonlySet<string>} seen cards that it cannot be
 * @param {boolean} kinds whether suits may be left out
 * @returns {Promise<string[] | null>} null when nothing was said
 */
export function askCards(count, seen, kinds = false) {
  return new Promise((answer) => {
    /** @type {string[]} */
    let cards = [];
    const text = h("input", { type: "text", autocomplete: "off", label: say("name_cards"), oninput: () => {
      cards = readCards(text.value, kinds).cards;
      ready.disabled = cards.length !== count;
    } });
    const give = () => {
      answer(cards);
      dialog.close();
    };
    const ready = button(say("name_ok"), give, { class: "primary", disabled: true });
    const choose = (/** @type {string} */ code) => {
      cards = [...cards, code];
      if (cards.length === count) return give();
      text.value = cards.join(" ");
    };
    const grid = h("div.picker");
    offer(grid, ONE_PACK, (code) => Number(seen.has(code)), choose);
    const title = count === 1 ? say("name_cards") : say("name_cards_n", count);
    const dialog = openDialog(title, ...(kinds ? [] : [grid]), h("div.row", text, ready));
    dialog.addEventListener("close", () => answer(null));
    text.focus();
  });
}
