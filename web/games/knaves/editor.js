// Entering a position of Knaves as one player sees it: the hand, the trump card, what was played.

import { PACK } from "../../cards.js";
import { say } from "../../messages.js";
import { ruleOf } from "../../switches.js";

const sizeOf = (/** @type {Record<string, any>} */ values) => ruleOf(values, "hand_size", 13);
const SEATS = [0, 1, 2];

/** How many cards each seat has played. @param {Record<string, any>} values */
function playedBy(values) {
  const played = values.played?.length ?? 0;
  const full = Math.floor(played / 3);
  const leader = Number(values.leader);
  return SEATS.map((seat) => full + ((seat - leader + 3) % 3 < played % 3 ? 1 : 0));
}

/** @type {import("../../types").Editor} */
export const editor = {
  pack: () => new Map(PACK.map((card) => [card, 1])),

  fields(values) {
    const seats = SEATS.map((seat) => /** @type {[string, string]} */ ([String(seat), say("seat", seat)]));
    const mine = sizeOf(values) - (playedBy({ leader: 1, ...values })[Number(values.seat ?? 1)] ?? 0);
    return [
      { key: "seat", label: "You are", kind: "choice", choices: seats, value: "1" },
      { key: "dealer", label: "Dealer", kind: "choice", choices: seats, value: "0" },
      { key: "leader", label: "Leads the trick on the table", kind: "choice", choices: seats, value: "1" },
      ...SEATS.map((seat) => ({ key: `score${seat}`, label: `Total of seat ${seat}`, kind: /** @type {"number"} */ ("number"), value: 0, min: -99, max: 99 })),
      { key: "turned", label: "Trump card", kind: "cards", size: 1 },
      { key: "hand", label: "Your hand", kind: "cards", size: mine },
      { key: "played", label: "Cards played so far, in order", kind: "cards", help: "Three to a trick, beginning with the first trick; the last one or two lie on the table." },
    ];
  },

  position(values) {
    const seat = Number(values.seat);
    const played = values.played ?? [];
    const counts = playedBy(values);
    const tricks = Array.from({ length: Math.floor(played.length / 3) }, (_, index) => ({ cards: played.slice(3 * index, 3 * index + 3) }));
    return {
      ...{ seat, turned: values.turned?.[0], dealer: Number(values.dealer) },
      scores: SEATS.map((one) => values[`score${one}`] || 0),
      hands: SEATS.map((one) => (one === seat ? (values.hand ?? []) : { count: sizeOf(values) - counts[one] })),
      out: { count: 51 - 3 * sizeOf(values) },
      tricks,
      trick: { cards: played.slice(3 * tricks.length) },
    };
  },

  missing(values) {
    const wanted = sizeOf(values) - playedBy(values)[Number(values.seat)];
    const more = wanted - (values.hand?.length ?? 0);
    return [
      ...(values.turned?.length ? [] : [say("want_cards", 1, "Trump card")]),
      ...(more > 0 ? [say("want_cards", more, "Your hand")] : more < 0 ? [say("want_less", -more, "Your hand")] : []),
    ];
  },
};
