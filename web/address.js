// What is on the board as an address: copy it, and somebody else sees the same.
//
//     #knaves                       set a game up
//     #knaves/enter                 enter a position
//     #knaves~~5H.0…&m=3S 4S&at=1   a position, moves made from it, and how far one has come
//     #knaves~~5H.0…&m=3S 4S&review=1   the same under review

import { endOf, pathTo } from "./store.js";

/** @typedef {{page: "home" | "setup" | "enter" | "table", game: string, position: string,
 *   moves: string[], at?: number, seat?: number | null, players?: string[],
 *   review?: boolean}} Address */

/** @param {string} hash @returns {Address} */
export function read(hash) {
  const [head, ...rest] = hash.replace(/^#/, "").split("&");
  const position = decoded(head);
  const more = new URLSearchParams(rest.join("&"));
  const [game] = position.split(/[~/]/);
  /** @type {Address} */
  const found = { page: "home", game, position: "", moves: [] };
  if (!game) return found;
  if (!position.includes("~")) {
    found.page = position.endsWith("/enter") ? "enter" : "setup";
    return found;
  }
  const seat = more.get("seat");
  return {
    page: "table", game, position,
    moves: more.get("m")?.split(" ") ?? [],
    at: more.has("at") ? Number(more.get("at")) : undefined,
    seat: seat === null ? undefined : seat === "open" ? null : Number(seat),
    players: more.get("by")?.split(" "),
    review: more.has("review"),
  };
}

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
    more.set("seat", store.seat === null ? "open" : String(store.seat));
    if (store.players.some((one) => one !== "me")) more.set("by", store.players.join(" "));
  }
  if (store.review) more.set("review", "1");
  const text = `#${encodeURI(store.root.table.text)}`;
  return more.size ? `${text}&${more}` : text;
}
