// What is on the board as an address: copy it, and somebody else sees the same.
//
//     #knaves                       set a game up
//     #knaves/enter                 enter a position
//     #knaves~~5H.0…&m=3S 4S&at=1   a position, moves made from it, and how far one has come
//     #knaves~~5H.0…&m=3S 4S&review=1   the same under review; names=Ann,Ben,Cleo may name the players

import { LEVELS } from "./play.js";
import { endOf, pathTo } from "./store.js";

/** @typedef {{page: "home" | "setup" | "enter" | "table", game: string, position: string,
 *   moves: string[], review?: boolean, more: URLSearchParams, wrong: string[]}} Address */

const PARTS = ["m", "at", "seat", "by", "names", "review"];
const PLAYERS = ["me", ...LEVELS];
/** What records take for the name of a player. */
const NAME = /^(?!\s|(seat \d+|\d+\.?|game|seats|source|result|rules|position)$|\d+\. |.*(^|\s)#)[^,:]{1,40}$/i;

/** @param {string} hash @returns {Address} */
export function read(hash) {
  const [head, ...rest] = hash.replace(/^#/, "").split("&");
  const position = decoded(head);
  const more = new URLSearchParams(rest.join("&"));
  const [game] = position.split(/[~/]/);
  const page = position === `${game}/enter` ? "enter" : game ? "setup" : "home";
  const wrong = [...more].map((part) => quoted(part.join("=")));
  if (head && page !== "enter" && (position !== game || !game)) wrong.unshift(quoted(position.slice(game.length) || head));
  /** @type {Address} */
  const found = { page, game, position: "", moves: [], more, wrong };
  if (!game || !position.includes("~")) return found;
  const moves = more.get("m")?.split(" ").filter(Boolean) ?? [];
  return { ...found, page: "table", position, moves, review: more.get("review") === "1", wrong: [] };
}

/** How the position of an address is to be shown, and the parts that say nothing of it.
 * @param {Address} address @param {number} seats how many the position has */
export function howShown({ more, moves }, seats) {
  const wrong = [...more.keys()].filter((key) => !PARTS.includes(key));
  /** What a part says, if that can be. @template T @param {string} key @param {(text: string) => T | undefined} read */
  const part = (key, read) => {
    const text = more.get(key);
    const found = text === null ? undefined : read(text);
    if (text !== null && found === undefined) wrong.push(key);
    return found;
  };
  const number = (/** @type {number} */ most) => (/** @type {string} */ text) => (/^\d+$/.test(text) && Number(text) <= most ? Number(text) : undefined);
  part("review", (text) => text === "1" || undefined);
  const at = part("at", number(moves.length));
  const seat = part("seat", (text) => (text === "open" ? null : number(seats - 1)(text)));
  const players = part("by", (text) => {
    const named = text.split(" ");
    return named.length === seats && named.every((one) => PLAYERS.includes(one)) ? named : undefined;
  });
  const names = part("names", (text) => {
    const named = text.split(",").map((name) => name.trim());
    const several = new Set(named.map((name) => name.toLowerCase())).size === seats;
    return several && named.length === seats && named.every((name) => NAME.test(name)) ? named : undefined;
  });
  return { at, seat, players, names, wrong: wrong.map((key) => quoted(`${key}=${more.get(key)}`)) };
}

/** @param {string} text */
const quoted = (text) => `“${text}”`;

/** @param {string} text an address cut in two leads home, as one without a game */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** The address of what is shown. @param {import("./store.js").Store} store */
export function written(store) {
  if (!store.root || !store.node) return store.game ? `#${store.game.name}` : "#";
  const more = new URLSearchParams();
  const end = endOf(store.node);
  const moves = pathTo(end).slice(1).map((node) => node.move);
  if (moves.length) more.set("m", moves.join(" "));
  if (store.node !== end) more.set("at", String(store.node.ply));
  if (store.players.length > 1) {
    more.set("seat", String(store.seat ?? "open"));
    if (store.players.some((one) => one !== "me")) more.set("by", store.players.join(" "));
  }
  if (store.names.length) more.set("names", store.names.join(","));
  if (store.review) more.set("review", "1");
  const text = `#${encodeURI(store.root.table.text)}`;
  return more.size ? `${text}&${more}` : text;
}
