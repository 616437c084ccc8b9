// Small windows: what the keys do, how the board looks, which cards turned up.

import { readCards, short } from "../cards.js";
import { button, choice, fill, h } from "../dom.js";
import { choices, say } from "../messages.js";
import { KEYS } from "../keys.js";
import { offer } from "./picker.js";
import { setting, settings } from "../settings.js";

/** @param {string} title @param {string} end what the button that closes it says @param {...(Node | string)} inside
 * @returns {HTMLDialogElement} */
function openDialog(title, end, ...inside) {
  const close = button(say(end), () => dialog.close(), "quiet");
  const dialog = h("dialog", { label: title }, h("h2", title), ...inside, h("div.row.end", close));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

export function showKeys() {
  const rows = KEYS.map(([keys, words]) =>
    h("tr", h("th", { scope: "row" }, keys.map((key) => h("kbd", key))), h("td", words)));
  openDialog(say("keys"), "close", h("table.keys", { label: say("keys") }, h("tbody", rows)));
}

export function showSettings() {
  const one = (/** @type {string} */ key, /** @type {string[]} */ all) => choice(say(key), settings[key], choices(key, all), (value) => setting(key, value));
  openDialog(say("settings"), "close",
    h("div.fields", one("look", ["auto", "light", "dark"]), one("deck", ["two", "four"]), one("pace", ["calm", "quick"])));
}

/**
 * Ask for the cards of a move. @param {string} title @param {number} count @param {readonly string[]} seen cards that lie elsewhere
 * @param {Map<string, number>} pack the cards of the game @param {boolean} kinds whether suits may be left out
 * @param {readonly string[]} given cards that are among them
 * @param {(cards: string[]) => Promise<string>} refused why they cannot be the ones, if they cannot
 * @returns {Promise<string[] | null>} null when nothing was said
 */
export function askCards(title, count, seen, pack, kinds, given, refused) {
  return new Promise((answer) => {
    /** @type {string[]} */
    let cards = [...given];
    const wrong = h("p.faults", { role: "status" });
    const used = (/** @type {string} */ code) => [...seen, ...cards].filter((one) => one === code).length;
    const grid = h("div.picker");
    const draw = () => offer(grid, pack, used, choose);
    const read = () => {
      const found = readCards(text.value, kinds);
      cards = found.cards;
      draw();
      return found.rest;
    };
    const text = h("input", { type: "text", autocomplete: "off", label: title, value: cards.join(" "), placeholder: kinds ? "K 3R JK" : "", oninput: read });
    const give = async () => {
      const said = await refused(cards);
      if (said) return fill(wrong, [said]);
      answer(cards);
      dialog.close();
    };
    const typed = (/** @type {Event} */ event) => {
      event.preventDefault();
      const rest = read();
      const gone = cards.find((code) => used(code) > (pack.get(code) ?? 0));
      if (rest) fill(wrong, [say("enter_unread", rest, text.value)]);
      else if (cards.length !== count) fill(wrong, [say("n_cards", cards.length, count)]);
      else if (gone) fill(wrong, [say("name_gone", short(gone))]);
      else void give();
    };
    const choose = (/** @type {string} */ code) => {
      cards = [...cards, code];
      text.value = cards.join(" ");
      draw();
      if (cards.length === count) void give();
    };
    draw();
    const form = h("form.row", { onsubmit: typed }, text, h("button.primary", { type: "submit" }, say("name_ok")));
    const dialog = openDialog(title, "cancel", grid, form, wrong);
    dialog.addEventListener("close", () => answer(null));
    text.focus();
  });
}
