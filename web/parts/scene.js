// What every table is made of: cards as buttons, piles, hands, places, backs.

import { nameOf, sorted } from "../cards.js";
import { h } from "../dom.js";
import { cards, say, whoIs } from "../messages.js";
import "./card-face.js";

/** @typedef {import("../types").Scene} Scene */

/**
 * A card as a button. `key` names it in moves; `name` is read aloud.
 * @param {Scene} scene @param {string} code
 * @param {{key?: string, name?: string, id?: string, down?: boolean, style?: object}} [options]
 */
export function card(scene, code, { key = "", name, id, down, style = {} } = {}) {
  const seen = down ? "" : code;
  const live = key !== "" && scene.ends.some((ends) => ends.from === key);
  const properties = { class: classes("card", { live }), label: name ?? nameOf(seen || "??"), data: { key, ...(id ? { id } : {}) }, style };
  return h("button", properties, h("card-face", { code: seen }));
}

/** @param {string} base @param {Record<string, boolean>} more */
export const classes = (base, more) =>
  [base, ...Object.keys(more).filter((name) => more[name])].join(" ");

/** Cards that lie over each other in a column, the top one last.
 * @param {Scene} scene @param {readonly string[]} cards @param {string} key @param {string} label
 * @param {(card: string) => string} name */
export function pile(scene, cards, key, label, name) {
  const shown = cards.map((code, place) =>
    card(scene, code, { key: place === cards.length - 1 ? key : "", id: code, name: name(code) }),
  );
  return h("div.pile", { role: "group", label, style: { "--n": cards.length }, data: { drop: key } }, shown.length ? shown : h("span.space"));
}

/** A hand in a row. @param {Scene} scene @param {readonly string[]} cards
 * @param {{label: string, name: (card: string) => string, key: (card: string) => string,
 *   sort?: boolean}} options */
export function hand(scene, cards, { label, name, key, sort = true }) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  const shown = (sort ? sorted(cards) : cards).map((code) => {
    const copy = (seen.get(code) ?? 0) + 1;
    seen.set(code, copy);
    return card(scene, code, { key: key(code), id: `${code}#${copy}`, name: name(code) });
  });
  return h("div.hand", { role: "group", label, style: { "--n": cards.length } }, shown);
}

/** The seat of who looks; nobody's where an opponent is watched.
 * @param {{seat: number | null, players: readonly string[]}} scene */
export const looks = ({ seat, players }) => (seat !== null && (players[seat] ?? "me") === "me" ? seat : null);

/** What the hand of a seat and its cards are called, and their keys when it is to move.
 * @param {Scene} scene @param {number} seat @param {(card: string) => string} [named] how moves call a card */
export function namesIn(scene, seat, named = String) {
  const turn = seat === scene.table.to_move;
  const own = seat === looks(scene);
  return {
    label: own ? "Your hand" : say("hand_of", whoIs(seat)),
    name: (/** @type {string} */ code) => (own ? say("in_hand", nameOf(code)) : say("in_hand_of", nameOf(code), whoIs(seat))),
    key: (/** @type {string} */ code) => (turn ? `hand:${named(code)}` : ""),
  };
}

/** Cards face down, as one picture with its words. @param {any} held a list or a count */
export function backs(held) {
  const count = countOf(held);
  const faces = Array.from({ length: Math.min(5, count) }, () => h("card-face"));
  return h("div.backs", { role: "img", label: say("face_down", cards(count)) }, ...faces, h("span.count", cards(count)));
}

/** A hand that is not seen, with those of its cards that all know. @param {Scene} scene @param {any} held a count
 * @param {readonly string[]} [known] */
function unseen(scene, held, known = []) {
  if (!known.length) return backs(held);
  const seen = known.map((code) => card(scene, code, { name: say("known_card", nameOf(code)) }));
  return h("div.row", backs(held), h("span.known", { role: "group", label: say("known") }, h("span.count", { "aria-hidden": "true" }, `${say("known")}:`), seen));
}

/** The hand of a seat, or what is seen of it. @param {Scene} scene @param {number} seat
 * @param {(cards: string[]) => Node} [shown] */
export function held(scene, seat, shown = (cards) => h("div.group", hand(scene, cards, namesIn(scene, seat)))) {
  const { hands, known, exposed } = scene.position;
  const cards = hands[seat];
  return Array.isArray(cards) ? shown(cards) : unseen(scene, cards, (known ?? exposed)?.[seat]);
}

/** A place with a name under it, such as a stock. @param {string} label @param {...(Node | null)} inside */
export const place = (label, ...inside) =>
  h("div.place", inside, h("span.label", label));

/** A stock that may be a button. @param {Scene} scene @param {number} count @param {string} key */
export function stock(scene, count, key = "stock") {
  const label = say("stock_left", cards(count));
  if (!count) return place(label, h("span.space", { data: { drop: key } }));
  return place(label, card(scene, "", { key, name: label, down: true }));
}

/** What is shown of another seat. @param {Scene} scene @param {number} seat
 * @param {...(Node | string | null)} inside */
function seatBox(scene, seat, ...inside) {
  const turn = scene.table.to_move === seat && !scene.table.over;
  const own = seat === scene.seat;
  const who = whoIs(seat, looks(scene));
  const level = scene.players[seat] ?? "me";
  return h("section", { class: classes("seat", { turn, own }), label: who },
    h("header", h("span.who", who), level !== "me" && h("span.muted", say(`one_${level}`))), inside);
}

/** How many cards a list or a count stands for. @param {any} cards */
export const countOf = (cards) => (Array.isArray(cards) ? cards.length : (cards?.count ?? 0));

/** The other seats, in the order in which they sit, from the one after the seat that looks.
 * @param {Scene} scene @param {(seat: number) => (Node | string | null)[]} inside what is shown of a seat */
export function others(scene, inside) {
  const count = scene.position.hands.length;
  const seats = Array.from({ length: count }, (_, step) => ((scene.seat ?? count - 1) + 1 + step) % count);
  return h("div.others", seats.filter((seat) => seat !== scene.seat).map((seat) => seatBox(scene, seat, ...inside(seat))));
}

/** The seat that looks, if one does. @param {Scene} scene @param {(seat: number) => (Node | string | null)[]} inside */
export const own = (scene, inside) => (scene.seat === null ? [] : [seatBox(scene, scene.seat, ...inside(scene.seat))]);

/** The discard pile, of which the last cards are seen. @param {Scene} scene @param {string[]} discards */
export function discardPile(scene, discards) {
  const top = discards.at(-1);
  return place(`Discards, ${cards(discards.length)}`, h("div.discards", { data: { drop: "discards" } },
    discards.slice(-4, -1).map((code) => card(scene, code, { name: `${nameOf(code)}, below` })),
    top ? card(scene, top, { key: "discards", id: `${top}#1`, name: `${nameOf(top)}, discard pile` }) : h("span.space", { data: { key: "discards" } })));
}
