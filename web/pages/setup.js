// Before a game: which deal, how many players, how strong the others are.

import { button, choice, h } from "../dom.js";
import { Refused } from "../kibitz.js";
import { say } from "../messages.js";
import { anySeed, LEVELS } from "../play.js";

/** @typedef {import("../types").Game} Game */

/** What was chosen for each game, until the page is closed. @type {Map<string, Record<string, string>>} */
const chosen = new Map();

/** @param {Game} game */
function choicesOf(game) {
  const usual = { number: "", difficulty: game.name === "knotty-nines" ? "easy" : "any", source: "kibitz",
    players: String(game.usualPlayers ?? game.playerCounts[0]), level: "casual" };
  if (!chosen.has(game.name)) chosen.set(game.name, usual);
  return /** @type {Record<string, string>} */ (chosen.get(game.name));
}

/** Who sits at the table. @param {Game} game @param {Record<string, string>} wanted */
function seatsOf(game, wanted) {
  if (game.solitaire) return ["me"];
  const count = Number(wanted.players);
  return Array.from({ length: count }, (_, seat) =>
    wanted.level === "me" ? "me" : seat || wanted.level === "watch" ? (wanted.level === "watch" ? "strong" : wanted.level) : "me");
}

/** Deal as chosen; another deal each time unless a number is given.
 * @param {Game} game @param {import("../play.js").Play} play */
export async function dealChosen(game, play, again = false) {
  const wanted = choicesOf(game);
  const given = again ? "" : wanted.number.trim();
  const numbered = wanted.source !== "kibitz" || wanted.difficulty !== "any";
  const seed = given || String(numbered ? Math.floor(Math.random() * 10_000) + 1 : anySeed());
  /** @type {Record<string, any>} */
  const request = { seed };
  if (game.solitaire && wanted.source !== "kibitz") request.source = wanted.source;
  else if (game.solitaire && wanted.difficulty !== "any")
    request.want = wanted.difficulty === "solvable" ? {} : { difficulty: wanted.difficulty };
  if (request.want) request.seed = String(Number(seed) % 10_000);
  if (game.playerCounts.length > 1) request.rules = { players: Number(wanted.players) };
  return play.deal(request, seatsOf(game, wanted));
}

/** @param {Game} game @param {import("../play.js").Play} play @param {import("../store.js").Store} store
 * @param {() => void} dealt */
export function setupPage(game, play, store, dealt) {
  const wanted = choicesOf(game);
  const field = (/** @type {string} */ key, /** @type {string} */ label, /** @type {[string, string][]} */ options) =>
    choice(label, wanted[key], options, (value) => (wanted[key] = value));
  const number = h("input", { type: "text", inputmode: "numeric", autocomplete: "off", placeholder: say("number_any"),
    value: wanted.number, oninput: () => (wanted.number = number.value) });
  const deal = async () => {
    start.disabled = true;
    try {
      await dealChosen(game, play);
      dealt();
    } catch (error) {
      store.say(error instanceof Refused ? error.message : say("no_service"), true);
    } finally {
      start.disabled = false;
    }
  };
  const start = button(say("deal"), deal, { class: "primary" });
  const fields = [
    game.solitaire && field("difficulty", say("difficulty"), ["any", "solvable", "easy", "medium", "hard"].map((one) => [one, say(`difficulty_${one}`)])),
    game.playerCounts.length > 1 && field("players", say("players"), game.playerCounts.map((count) => [String(count), String(count)])),
    !game.solitaire && field("level", say("opponents"), [...LEVELS, "me", "watch"].map((one) => [one, say(`level_${one}`)])),
    (game.sources?.length ?? 0) > 1 && field("source", say("source"), (game.sources ?? []).map((one) => [one, say(`source_${one}`)])),
    h("label", { class: "field" }, h("span", {}, say("number")), number),
  ];
  const form = h("form", { class: "setup", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    void deal();
  } }, h("div", { class: "fields" }, fields.filter(Boolean)),
    h("div", { class: "row" }, start, h("a", { class: "button quiet", href: `#${game.name}/enter` }, say("enter"))));
  return h("div", { class: "before" },
    h("span", { class: "sample", "aria-hidden": "true" }, game.sample.map((code) => h("card-face", { code }))),
    h("h1", {}, game.title), h("p", { class: "lead" }, game.summary), form);
}
