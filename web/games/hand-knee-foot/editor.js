// Entering a position of Hand, Knee and Foot as one player sees it. Suits may be left out.

import { KINDS, readCards } from "../../cards.js";
import { say } from "../../messages.js";

const PACKS = /** @type {Record<number, number>} */ ({ 2: 6, 3: 7, 4: 6, 6: 7 });
const teamsOf = (/** @type {number} */ players) => (players < 4 ? players : 2);
const seatsOf = (/** @type {Record<string, any>} */ values) => Array.from({ length: Number(values.players ?? 4) }, (_, seat) => seat);

/** Melds typed as KKK2 555. @param {string} text @returns {string[][]} */
const meldsIn = (text) => (text ?? "").split(/\s+/).filter(Boolean).map((word) => readCards(word, true).cards);

/** The books among typed melds: seven cards or more of a rank. @param {string[][]} melds */
function booksOf(melds) {
  return melds.filter((meld) => meld.length > 6).map((cards) => {
    const natural = cards.find((code) => code !== "JK" && code !== "2");
    const black = natural !== undefined && cards.some((code) => code === "JK" || code === "2");
    return { rank: natural ?? "wild", red: black ? 0 : 1, black: black ? 1 : 0, cards };
  });
}

/** @type {import("../../types").Editor} */
export const editor = {
  pack(values) {
    const packs = PACKS[Number(values.players ?? 4)];
    const each = (/** @type {string} */ kind) => (kind === "JK" || kind[0] === "3" ? 2 : 4) * packs;
    return new Map(KINDS.map((kind) => [kind, each(kind)]));
  },

  fields(values) {
    const seats = seatsOf(values);
    const named = seats.map((seat) => /** @type {[string, string]} */ ([String(seat), say("seat", seat)]));
    const pile = /** @type {[string, string][]} */ ([["hand", "hand"], ["knee", "knee"], ["foot", "foot"]]);
    return [
      { key: "players", label: "Players", kind: "choice", choices: [2, 3, 4, 6].map((count) => [String(count), String(count)]), value: "4" },
      { key: "seat", label: "You are", kind: "choice", choices: named, value: "0" },
      { key: "phase", label: "You", kind: "choice", choices: [["draw", "are to draw"], ["play", "have drawn"]], value: "draw" },
      { key: "round", label: "Round", kind: "choice", choices: [1, 2, 3, 4].map((round) => [String(round), String(round)]), value: "1" },
      ...seats.flatMap((seat) => [
        { key: `in${seat}`, label: `Seat ${seat} plays from`, kind: /** @type {"choice"} */ ("choice"), choices: pile, value: "hand" },
        ...(String(seat) === String(values.seat ?? 0) ? [] : [{ key: `count${seat}`, label: `Cards held by seat ${seat}`, kind: /** @type {"number"} */ ("number"), value: 15, max: 60 }]),
      ]),
      { key: "hand", label: "Your hand", kind: "cards" },
      { key: "discards", label: "Discard pile", kind: "cards", help: "The top card last." },
      ...Array.from({ length: teamsOf(seats.length) }, (_, team) => ({
        ...{ key: `melds${team}`, label: `Melds and books of team ${team}`, kind: /** @type {"text"} */ ("text") },
        help: team ? "" : "One word each, as in KKK2 555 QQQQQQQ; seven make a book.",
      })),
      ...Array.from({ length: teamsOf(seats.length) }, (_, team) => ({ key: `threes${team}`, label: `Red threes of team ${team}`, kind: /** @type {"number"} */ ("number"), value: 0, max: 14 })),
    ];
  },

  position(values) {
    const seats = seatsOf(values);
    const seat = Number(values.seat);
    const taken = (/** @type {number} */ one, /** @type {string} */ pile) => (pile === "knee" ? values[`in${one}`] !== "hand" : values[`in${one}`] === "foot");
    const knees = seats.map((one) => (taken(one, "knee") ? [] : { count: 13 }));
    const feet = seats.map((one) => (taken(one, "foot") ? [] : { count: 11 }));
    const hands = seats.map((one) => (one === seat ? (values.hand ?? []) : { count: values[`count${one}`] }));
    const teams = Array.from({ length: teamsOf(seats.length) }, (_, team) => {
      const melds = meldsIn(values[`melds${team}`]);
      return { melds: melds.filter((meld) => meld.length < 7), books: booksOf(melds), red_threes: Array(values[`threes${team}`] || 0).fill("3R") };
    });
    const discards = values.discards ?? [];
    const size = (/** @type {any} */ cards) => (Array.isArray(cards) ? cards.length : cards.count);
    const sum = (/** @type {any[]} */ all) => all.reduce((total, one) => total + size(one), 0);
    const down = teams.reduce((total, team) => total + sum(team.melds) + sum(team.books.map((one) => one.cards)) + team.red_threes.length, 0);
    const left = 54 * PACKS[seats.length] - sum(knees) - sum(feet) - sum(hands) - discards.length - down;
    return {
      ...{ rules: { players: seats.length }, round: Number(values.round), dealer: seat, turn: seat, seat },
      ...{ scores: teams.map(() => 0), hands, knees, feet, teams, discards, stock: { count: left } },
      ...(values.phase === "play" ? { phase: "play" } : {}),
    };
  },

  missing: (values) => (values.hand?.length ? [] : ["the cards of your hand"]),
};
