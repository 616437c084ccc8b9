// Entering a position of K'nack as one player sees it: the field, the hand, how many cards all have.

import { say } from "../../messages.js";
import { packOf, ruleOf, sizeOf } from "../../switches.js";

const seatsOf = (/** @type {Record<string, any>} */ values) => Array.from({ length: Number(values.players ?? 2) }, (_, seat) => seat);

/** All cards of the game: by default a pack for two players, or of 36 one for each.
 * @param {Record<string, any>} values */
function allCards(values) {
  const players = seatsOf(values).length;
  const usual = ruleOf(values, "pack", 54) === 36 ? players : (players + 1) >> 1;
  return packOf(values, ruleOf(values, "packs", usual));
}

/** Cards that nobody gets. @param {Record<string, any>} values */
const aside = (values) => sizeOf(allCards(values)) % seatsOf(values).length;

/** @type {import("../../types").Editor} */
export const editor = {
  pack: allCards,

  fields(values) {
    const seats = seatsOf(values).map((seat) => /** @type {[string, string]} */ ([String(seat), say("seat", seat)]));
    return [
      { key: "players", label: "Players", kind: "choice", choices: [2, 3, 4, 5, 6].map((count) => [String(count), String(count)]), value: "2" },
      { key: "seat", label: "You are", kind: "choice", choices: seats, value: "0" },
      { key: "turn", label: "To play", kind: "choice", choices: seats, value: "0" },
      ...seatsOf(values).map((seat) => ({ key: `left${seat}`, label: `Cards of seat ${seat}`, kind: /** @type {"number"} */ ("number"), value: 27, max: 60, help: "" })),
      { key: "hand", label: "Your hand", kind: "cards", size: 5 },
      { key: "field", label: "Field", kind: "cell", help: "The free card lies at 0, 0, face down: leave that cell empty. Click a cell, then the card." },
    ];
  },

  position(values) {
    const seats = seatsOf(values);
    const seat = Number(values.seat);
    const held = (/** @type {number} */ one) => Math.min(5, values[`left${one}`] ?? 0);
    const own = values.hand?.length ?? 0;
    const extra = aside(values);
    return {
      ...{ rules: { players: seats.length }, dealer: 0, turn: Number(values.turn), seat },
      field: [[0, 0, "??"], ...values.field.filter((/** @type {any} */ one) => one[0] || one[1])],
      hands: seats.map((one) => (one === seat ? (values.hand ?? []) : { count: held(one) })),
      decks: seats.map((one) => ({ count: values[`left${one}`] - (one === seat ? own : held(one)) })),
      ...(extra ? { aside: { count: extra } } : {}),
    };
  },

  missing(values) {
    const seats = seatsOf(values);
    const held = seats.reduce((total, seat) => total + (values[`left${seat}`] || 0), 0);
    const laid = 1 + (values.field ?? []).filter((/** @type {any} */ one) => one[0] || one[1]).length;
    const all = sizeOf(allCards(values)) - aside(values);
    if (held + laid !== all) return [`the players hold ${held} cards and ${laid} are laid, which should make ${all}`];
    const more = Math.min(5, values[`left${values.seat}`] ?? 5) - (values.hand?.length ?? 0);
    return more > 0 ? [say("want_cards", more, "Your hand")] : more < 0 ? [say("want_less", -more, "Your hand")] : [];
  },
};
