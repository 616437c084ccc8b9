// Before a game: which deal and rules, how many players, how strong the others are.

import { choice, fill, h } from "../dom.js";
import { faultsOf, worded } from "../faults.js";
import { Refused } from "../kibitz.js";
import { choices, say } from "../messages.js";
import { sampleOf } from "../parts/card-face.js";
import { plainField, rulesPanel } from "../parts/plain-field.js";
import { anySeed, LEVELS } from "../play.js";
import { fieldsOf, rulesOf, usualPlayers } from "../switches.js";

/** @typedef {import("../types").Game} Game */

/** How difficult a deal is is known of our own numbers only; of others whether they can be won. */
const OWN = "kibitz";
const GRADES = ["easy", "medium", "hard"];

/** What was chosen for each game, until the page is closed. @type {Map<string, Record<string, any>>} */
const chosen = new Map();

/** @param {Game} game */
function choicesOf(game) {
  const usual = { number: "", difficulty: game.name === "knotty-nines" ? "easy" : "any", source: OWN,
    players: usualPlayers(game), level: "casual" };
  if (!chosen.has(game.name)) chosen.set(game.name, usual);
  return /** @type {Record<string, any>} */ (chosen.get(game.name));
}

/** Who sits at the table. @param {Game} game @param {Record<string, any>} wanted */
function seatsOf({ solitaire }, { players, level }) {
  const others = Array(solitaire ? 0 : Number(players) - 1).fill(level === "watch" ? "strong" : level);
  return [level === "watch" && !solitaire ? "strong" : "me", ...others];
}

/** Deal as chosen; another deal each time unless a number is given.
 * @param {Game} game @param {import("../play.js").Play} play */
export async function dealChosen(game, play, again = false) {
  const wanted = choicesOf(game);
  const given = again ? "" : wanted.number.trim();
  const { source, difficulty } = wanted;
  // What is typed goes to the service as it is; only numbers drawn here are kept short.
  const numbered = source !== OWN || difficulty !== "any";
  /** @type {Record<string, any>} */
  const request = { seed: given || String(numbered ? Math.floor(Math.random() * 10_000) + 1 : anySeed()) };
  if (source !== OWN) request.source = source;
  if (difficulty !== "any") request.want = difficulty === "solvable" ? {} : { difficulty };
  request.rules = rulesOf(game.switches, wanted);
  if (game.playerCounts.length > 1) request.rules.players = Number(wanted.players);
  const { number } = await play.deal(request, seatsOf(game, wanted));
  if (given && number !== undefined && String(number) !== given) play.store.say(say("dealt_instead", number, given));
}

/** @param {Game} game @param {import("../play.js").Play} play @param {import("../store.js").Store} store
 * @param {() => void} dealt */
export function setupPage(game, play, store, dealt) {
  const wanted = choicesOf(game);
  const field = (/** @type {string} */ key, /** @type {string} */ label, /** @type {[string, string][]} */ options) =>
    choice(label, wanted[key], options, (value) => {
      wanted[key] = value;
      grade();
    });
  const number = h("input", { type: "text", inputmode: "numeric", autocomplete: "off", placeholder: say("number_any"),
    value: wanted.number, oninput: () => (wanted.number = number.value) });
  const faults = h("ul.faults");
  const deal = async () => {
    if (start.ariaBusy) return;
    // A button that is disabled would lose the focus.
    start.ariaBusy = "true";
    store.say(say("thinking"));
    fill(faults, []);
    try {
      await dealChosen(game, play);
      if (store.said === say("thinking")) store.say("");
      dealt();
    } catch (error) {
      if (!(error instanceof Refused)) return store.failed(error);
      const words = faultsOf(error).map((fault) => worded(fault, named(fault.pointer)));
      fill(faults, words.map((text) => h("li", text)));
      store.say(words.join("; "), true, true);
    } finally {
      start.ariaBusy = null;
    }
  };
  const start = h("button.primary", { type: "submit" }, say("deal"));
  const { switches } = game;
  const all = fieldsOf(switches);
  const named = (/** @type {string} */ pointer) => {
    const label = pointer === "/seed" ? say("number") : all.find(({ at }) => at?.includes(pointer.slice(1)))?.label;
    return label && `“${label}”`;
  };
  const rules = all.map((one) => plainField(one, wanted[one.key] ?? one.value, (value) => (wanted[one.key] = value)));
  const difficulty = field("difficulty", say("difficulty"), choices("difficulty", ["any", "solvable", ...GRADES]));
  /** Offer the grades where they are known. */
  function grade() {
    const known = wanted.source === OWN;
    if (!known && GRADES.includes(wanted.difficulty)) wanted.difficulty = "solvable";
    const select = /** @type {HTMLSelectElement} */ (difficulty.querySelector("select"));
    for (const option of select.options) option.disabled = !known && GRADES.includes(option.value);
    select.value = wanted.difficulty;
  }
  grade();
  const fields = [
    game.solitaire && difficulty,
    game.playerCounts.length > 1 && field("players", say("players"), game.playerCounts.map((count) => [String(count), String(count)])),
    !game.solitaire && field("level", say("opponents"), choices("level", [...LEVELS, "me", "watch"])),
    game.sources.length > 1 && field("source", say("source"), choices("source", game.sources)),
    h("label.field", h("span", say("number")), number),
  ];
  // Wrong values go to the service, which says what it takes.
  const form = h("form.setup", { novalidate: true, onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    void deal();
  } }, h("div.fields", fields),
    rulesPanel(rules, rulesOf(switches, wanted)),
    faults,
    h("div.row", start, h("a.button.quiet", { href: `#${game.name}/enter` }, say("enter")),
      h("a.button.quiet", { href: `rules/${game.name}`, target: "_blank" }, say("how"))));
  return h("div.before",
    sampleOf(game),
    h("h1", game.title), h("p.lead", game.summary), form);
}
