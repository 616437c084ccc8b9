// What is on the board: the tree of positions, where one is in it, and what is known there.
//
// Nothing here asks the service. Parts of the page listen to the topics that they show.

import { plain } from "./cards.js";
import { Refused, Unreachable } from "./kibitz.js";
import { say } from "./messages.js";

/** @typedef {import("./types").Node} Node */
/** @typedef {import("./types").Table} Table */

/** Topics: `game` another game or page; `node` another position, its view or its moves;
 * `select` what is picked up; `point` what is pointed at; `values` the analysis; `hint`; `review`; `say` what happened. */
export class Store extends EventTarget {
  /** @type {import("./types").Game | null} */
  game = null;
  /** @type {Node | null} */
  root = null;
  /** @type {Node | null} */
  node = null;
  /** The seat whose view is shown, or null for open cards. @type {number | null} */
  seat = 0;
  /** Who plays each seat: `me` or a level of `choose`. @type {string[]} */
  players = ["me"];
  /** Whether advice may use the order of the stock, where it is listed. @type {"known" | "hidden"} */
  information = "known";
  /** The key of what is picked up. @type {string | null} */
  picked = null;
  /** The move that is pointed at in a list. @type {string | null} */
  pointed = null;
  /** The move that is being made, until the service answers. @type {string | null} */
  made = null;
  analysing = false;
  /** Whether a search is running. */
  searching = false;
  /** Steps of the hint that are shown, 0 to 4. */
  hinted = 0;
  /** What was said last, for all to read. */
  said = "";
  /** Whether it is to be seen elsewhere already. */
  shown = false;
  /** What went wrong. */
  fault = "";
  /** @type {import("./types").Review | null} */
  review = null;
  /** The names of the players by seat, where a record gives them. @type {string[]} */
  names = [];
  held = false;
  /** What changed while all was held. @type {Set<string>} */
  due = new Set();

  /** @param {string} topic */
  changed(topic) {
    if (this.held) this.due.add(topic);
    else this.dispatchEvent(new Event(topic));
  }

  /** Draw nothing anew between press and release: a click on what is replaced meanwhile is lost.
   * @param {boolean} held */
  hold(held) {
    this.held = held;
    if (held) return;
    const due = [...this.due];
    this.due.clear();
    due.forEach((topic) => this.changed(topic));
  }

  /** @param {string} topic @param {() => void} act @param {AbortSignal} [signal] */
  on(topic, act, signal) {
    this.addEventListener(topic, act, { signal });
  }

  /** @param {string} text @param {boolean} [fault] @param {boolean} [shown] whether it is to be seen elsewhere already */
  say(text, fault = false, shown = false) {
    this.shown = shown;
    this.said = fault ? "" : text;
    this.fault = fault ? text : "";
    this.changed("say");
  }

  /** Say why nothing came of a request; what was broken off needs no word.
   * @param {unknown} error */
  failed(error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
    this.say(error instanceof Refused ? error.message : say("no_service"), true);
  }

  /** Begin a tree, of which nothing is shown yet. @param {Table} table @returns {Node} */
  begin(table) {
    this.information = table.position.rules?.information ?? "known";
    this.root = { table, parent: null, children: [], ply: 0 };
    return this.root;
  }

  /** Go to a node of the tree. @param {Node} node */
  at(node) {
    this.node = node;
    this.root = pathTo(node)[0];
    if (node.parent) node.parent.latest = node;
    this.picked = this.pointed = this.made = null;
    this.hinted = 0;
    this.changed("node");
  }

  /**
   * The node after a move, which is added where it is new.
   * @param {Node} from @param {string} move @param {Table} table
   */
  add(from, move, table) {
    const known = from.children.find((child) => child.move === move);
    if (known) return known;
    /** @type {Node} */
    const node = {
      table, move, text: table.played?.at(-1)?.text, parent: from, children: [], ply: from.ply + 1,
      seat: from.table.to_move,
    };
    from.children.push(node);
    return node;
  }

  /** Whether the moves of a position, and what they are worth, may be shown to who looks at it: they
   * tell of the hand of the seat to move. A position seen from one seat tells of no other's.
   * @param {Node} node */
  mayShow(node) {
    const { to_move: turn, position } = node.table;
    if (turn === undefined || this.seat === null) return turn !== undefined;
    return this.players[turn] === "me" && (turn === this.seat || position.seat !== undefined);
  }

  /** Whether there may be advice on a position: not for a seat whose hand is not seen. @param {Node} node */
  mayAdvise(node) {
    const { to_move: turn, position } = node.table;
    return this.mayShow(node) && (position.seat ?? turn) === turn;
  }

  /** What advice on a position uses. @param {Node | null} node */
  informed(node) {
    return hasOrder(node) ? this.information : "hidden";
  }

  /** The analysis of the position, where it is to be shown. */
  get values() {
    return this.analysing && this.node && this.mayAdvise(this.node) ? this.node.values : undefined;
  }

  /** @param {string | null} key */
  pick(key) {
    this.picked = key;
    this.changed("select");
  }

  /** Show at once that a move is being made. @param {string | null} move */
  make(move) {
    this.made = move;
    this.changed("point");
  }

  /** @param {string | null} move */
  point(move) {
    this.pointed = move;
    this.changed("point");
  }
}

/** Whether the stock of a position is listed: of one that lies face down nobody knows the order.
 * @param {Node | null} node */
export const hasOrder = (node) => Array.isArray(node?.table.position.stock);

/** What comes before a position, and after it in its line; at the ends of a round, in another round.
 * @param {Node | null | undefined} node */
export const before = (node) => node?.parent ?? node?.before;
/** @param {Node | null | undefined} node */
export const after = (node) => node?.latest ?? node?.children[0] ?? node?.next;

/** The nodes from the root to a node. @param {Node | null} node @returns {Node[]} */
export function pathTo(node) {
  const path = [];
  for (let at = node; at; at = at.parent) path.unshift(at);
  return path;
}

/**
 * The move that led to a node, in words where they are known. Of what another seat did, the seat
 * that is watched is told what everybody at the table sees.
 * @param {Node} node @param {Store} store
 */
export function textOf(node, store) {
  const text = plain(node.decision?.text ?? node.text ?? node.move ?? "");
  const other = store.seat !== null && node.seat !== undefined && node.seat !== store.seat;
  return (other && store.game?.heard?.(text, node.move ?? "")) || text;
}

/** The end of the line that goes on from a node. @param {Node} node */
export function endOf(node) {
  let at = node;
  while (at.children.length) at = at.latest ?? at.children[0];
  return at;
}
