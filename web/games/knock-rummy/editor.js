// Entering a position of Knock Rummy as one player sees it.

import { PACK } from "../../cards.js";
import { say } from "../../messages.js";

const SIZES = [0, 0, 10, 7, 7, 6, 6];
const seatsOf = (/** @type {Record<string, any>} */ values) => Array.from({ length: Number(values.players ?? 2) }, (_, seat) => seat);

/** @type {import("../../types").Editor} */
export const editor = {
  pack: () => new Map(PACK.map((card) => [card, 1])),

  fields(values) {
    const seats = seatsOf(values).map((seat) => /** @type {[string, string]} */ ([String(seat), say("seat", seat)]));
    const size = SIZES[seats.length] + (values.drawn === "yes" ? 1 : 0);
    const others = seatsOf(values).filter((seat) => String(seat) !== String(values.seat ?? 0));
    return [
      { key: "players", label: "Players", kind: "choice", choices: [2, 3, 4, 5, 6].map((count) => [String(count), String(count)]), value: "2" },
      { key: "seat", label: "You are", kind: "choice", choices: seats, value: "0" },
      { key: "drawn", label: "You", kind: "choice", choices: [["no", "are to draw"], ["yes", "are to discard"]], value: "no" },
      { key: "hand", label: "Your hand", kind: "cards", size },
      { key: "discards", label: "Discard pile", kind: "cards", help: "The top card last." },
      ...others.map((seat) => ({ key: `known${seat}`, label: `Seat ${seat} is known to hold`, kind: /** @type {"cards"} */ ("cards") })),
    ];
  },

  position(values) {
    const seats = seatsOf(values);
    const seat = Number(values.seat);
    const [hand, discards] = [values.hand ?? [], values.discards ?? []];
    const elsewhere = SIZES[seats.length] * (seats.length - 1);
    return {
      ...{ rules: { players: seats.length }, dealer: (seat + seats.length - 1) % seats.length, turn: seat, seat, discards },
      scores: seats.map(() => 0),
      hands: seats.map((one) => (one === seat ? hand : { count: SIZES[seats.length] })),
      known: seats.map((one) => (one === seat ? [] : (values[`known${one}`] ?? []))),
      stock: { count: 52 - elsewhere - hand.length - discards.length },
    };
  },

  missing(values) {
    const size = SIZES[seatsOf(values).length] + (values.drawn === "yes" ? 1 : 0);
    const more = size - (values.hand?.length ?? 0);
    return [
      ...(more > 0 ? [say("want_cards", more, "Your hand")] : more < 0 ? [say("want_less", -more, "Your hand")] : []),
      ...(values.discards?.length || values.drawn === "yes" ? [] : [say("want_cards", 1, "Discard pile")]),
    ];
  },
};
