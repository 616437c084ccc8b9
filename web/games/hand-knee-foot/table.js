// The table of Hand, Knee and Foot: the melds and books of the teams, stock and pile, one's hand.

import { kindOf, rankOf, short, sorted } from "../../cards.js";
import { h } from "../../dom.js";
import { capital, minus, whoIs } from "../../messages.js";
import { classes, countOf, discardPile, hand, held, namesIn, others, own, stock } from "../../parts/scene.js";
import { editor, rankOfMeld } from "./editor.js";

/** @typedef {import("../../types").Scene} Scene */
/** @typedef {{rank: string, red: number, black: number, cards: string[]}} Books */

const ORDER = "3456789TJQKA2";

/** @type {import("../../types").GameTable} */
export const game = {
  name: "hand-knee-foot", solitaire: false, joined: ".",
  editor,

  ends(move) {
    if (move === "draw") return { from: "stock" };
    if (move === "take" || move.startsWith("take-")) return { from: "discards" };
    if (move.startsWith("lay")) return { from: "hand:3R" };
    const [verb, cards = "", onto = "wild"] = move.split("-");
    const rank = (/** @type {string} */ wild) => (/^(2|JK)/.test(cards) ? wild : rankOf(cards));
    if (verb === "meld") return { from: `hand:${kindOf(cards.replace(/^JK.*/, "JK"))}` };
    if (verb === "add") return { from: `hand:${kindOf(cards)}`, to: `meld:${rank(onto)}` };
    if (verb === "bury") return { from: `hand:${kindOf(cards)}`, to: `book:${rank("wild")}` };
    return /^([A2-9TJQK][CDHSRB]?|JK)$/.test(move) ? { from: `hand:${kindOf(move)}`, to: "discards" } : {};
  },

  reveals(move, position) {
    const { turn, rules } = position;
    if (Array.isArray(position.stock)) return 0;
    if (move === "draw") return rules.draw ?? (rules.players === 2 ? 5 : 2);
    return move === "lay" ? 1 : move === "knee" ? countOf(position.knees[turn]) : move === "foot" ? countOf(position.feet[turn]) : 0;
  },

  draw(scene) {
    const { stock: rest, discards, teams, round, rules } = scene.position;
    const mine = scene.seat === null ? 0 : scene.seat % teams.length;
    const order = teams.map((/** @type {any} */ _, /** @type {number} */ at) => (mine + at) % teams.length);
    return [
      others(scene, (seat) => [handOf(scene, seat), piles(scene, seat)]),
      h("div.middle.group", stock(scene, countOf(rest)), discardPile(scene, discards),
        h("p.muted.small", `Round ${round} of 4, opening ${rules.minimums[round - 1]}`)),
      h("div.teams.group", order.map((/** @type {number} */ team) => teamBox(scene, team, team === mine))),
      ...own(scene, (seat) => [piles(scene, seat), handOf(scene, seat)]),
    ];
  },

  result(table, seat) {
    const { settlement, match, by } = table.outcome;
    const how = by === "out" ? "The round ends, somebody is out" : "The stock is used up";
    if (!settlement) return `${how}.`;
    const made = settlement.teams.map((/** @type {any} */ team, /** @type {number} */ at) => `${namesOf(table.position, at, seat)}: ${minus(team.score)}`);
    return `${how}: ${made.join("; ")}. Totals ${match.totals.map(minus).join(" : ")}.`;
  },
};

/** @param {Scene} scene @param {number} seat */
const handOf = (scene, seat) => held(scene, seat, (cards) => {
  const inOrder = [...cards].sort((one, other) => value(one) - value(other));
  return h("div.group", hand(scene, inOrder, { ...namesIn(scene, seat, kindOf), sort: false }));
});

/** @param {string} code */
const value = (code) => (code === "JK" ? 99 : ORDER.indexOf(rankOf(code)));

/** What is left of knee and foot. @param {Scene} scene @param {number} seat */
function piles(scene, seat) {
  const state = [["knee", scene.position.knees[seat]], ["foot", scene.position.feet[seat]]];
  return h("p.muted.small", capital(state.map(([name, cards]) => `${name} ${countOf(cards) ? "waits" : "taken"}`).join(", ")));
}

/** Who is in a team. @param {any} position @param {number} team @param {number | null} seat */
const namesOf = ({ hands, teams }, team, seat) => hands
  .flatMap((/** @type {any} */ _, /** @type {number} */ one) => (one % teams.length === team ? [one] : []))
  .map((/** @type {number} */ one) => whoIs(one, seat)).join(" and ");

/** The melds, books and red threes of a team. @param {Scene} scene @param {number} team @param {boolean} mine */
function teamBox(scene, team, mine) {
  const { melds, books, red_threes: threes } = scene.position.teams[team];
  const names = namesOf(scene.position, team, scene.seat);
  const settled = scene.table.outcome?.settlement?.teams?.[team];
  return h("section", { class: classes("team", { mine }), label: names },
    h("header", h("span.who", names), h("span.muted.small", `score before this round ${minus(scene.position.scores[team])}${threes.length ? `, red threes ${threes.length}` : ""}`)),
    h("div.melds", melds.map((/** @type {string[]} */ meld) => meldBox(meld, mine)), books.map((/** @type {Books} */ one) => bookBox(one, mine)),
      melds.length || books.length ? null : h("span.muted.small", "Nothing melded yet")),
    settled ? sheet(settled) : null);
}

/** @param {string[]} meld @param {boolean} mine */
function meldBox(meld, mine) {
  const rank = rankOfMeld(meld);
  const key = mine ? `meld:${rank}` : "";
  const cards = sorted(meld);
  const name = `Meld of ${meld.length}: ${cards.map(short).join(" ")}`;
  return laid("meld", key, name, cards.map((code) => h("card-face", { code })));
}

/** @param {Books} books @param {boolean} mine */
function bookBox(books, mine) {
  const key = mine ? `book:${books.rank}` : "";
  const wild = books.rank === "wild";
  const colours = /** @type {const} */ (["red", "black"]).filter((one) => books[one]);
  const parts = colours.map((one) => (wild ? books[one] : `${books[one]} ${one}`)).join(", ");
  const name = `Books of ${wild ? "wild cards" : short(books.rank)}: ${parts}, ${books.cards.length} cards`;
  return laid(`book.${colours[0]}`, key, name, [h("card-face", { code: wild ? "JK" : books.rank }),
    h("span.label", `${books.red + books.black} × ${wild ? "wild" : colours[1] ? "book" : colours[0]}`)]);
}

/** Cards of a team, to which others may go. @param {string} style @param {string} key @param {string} label @param {Node[]} inside */
const laid = (style, key, label, inside) => h(`button.${style}`, { label, data: { key } }, inside);

/** The score, line by line. @param {any} settled */
function sheet(settled) {
  const rows = settled.lines.map((/** @type {any} */ line) => h("tr", h("td", capital(line.name)), h("td", `× ${line.count}`), h("td", minus(line.points))));
  const total = h("tr.sum", h("td", { colspan: "2" }, "Score"), h("td", minus(settled.score)));
  return h("table.sheet-table", h("tbody", rows, total));
}
