// What one does on the board: deal, play, go back, let the others play, go on to the next round.

import { refusalOf, unnumbered } from "./faults.js";
import { pause } from "./kibitz.js";
import { callThem, say, whoIs } from "./messages.js";
import { after, before, endOf, textOf } from "./store.js";

/** @typedef {import("./types").Node} Node */
/** @typedef {import("./types").Table} Table */

const TOGETHER = 6; // requests for the positions of a line
export const LEVELS = ["beginner", "casual", "strong", "best"];

/** A seed that a person can read out. */
export const anySeed = () => Math.floor(Math.random() * 1_000_000);

export class Play {
  /** @param {import("./store.js").Store} store @param {import("./kibitz.js").Kibitz} kibitz @param {(drawn: number, shown: number[], node: Node, move: string, refused: (named: string) => Promise<string>) => Promise<string | null>} nameCards
   *   asks the person which cards a move turned up, or showed of each hand */
  constructor(store, kibitz, nameCards) {
    this.store = store;
    this.kibitz = kibitz;
    this.nameCards = nameCards;
    /** Milliseconds between the moves of opponents. */
    this.pace = 0;
    /** Ends what is still going on for the position before. */
    this.now = new AbortController();
    this.seed = anySeed();
    /** Takes a move that is only tried. @type {(node: Node, move: string) => boolean} */
    this.guess = () => false;
  }

  get game() {
    return /** @type {import("./types").Game} */ (this.store.game);
  }

  #turn() {
    this.now.abort();
    this.now = new AbortController();
    return this.now.signal;
  }

  /** @param {string} verb @param {object} body @param {AbortSignal} [signal] */
  ask(verb, body, signal) {
    return this.kibitz.ask(this.game.name, verb, body, signal);
  }

  /** Deal, and begin a game. @param {object} request @param {string[]} players @returns {Promise<Table>} */
  async deal(request, players) {
    const signal = this.#turn();
    const table = await this.ask("deal", request, signal);
    this.store.at(this.begin(table, players));
    // The table is shown while others play, perhaps all of them.
    void this.#tried(() => this.arrive(true));
    return table;
  }

  /** @param {Table} table @param {string[]} players @param {string[]} [names] */
  begin(table, players, names = []) {
    const { store } = this;
    const given = table.position.seat;
    store.players = players;
    store.names = names;
    callThem(names);
    const own = players.indexOf("me");
    const open = own < 0 || (players.length > 1 && players.every((one) => one === "me"));
    store.seat = given ?? (open ? null : own);
    this.seed = anySeed();
    return store.begin(table);
  }

  /**
   * Show a position that was given, with moves made from it.
   * @param {any} position @param {string[]} moves
   * @param {(seats: number) => {at?: number, players?: string[], seat?: number | null, names?: string[]}} [how] it is shown
   */
  async open(position, moves = [], how = () => ({})) {
    const signal = this.#turn();
    const shown = await this.ask("play", { position, moves: [] }, signal);
    const count = this.seats(shown.position);
    const options = how(count);
    const root = this.begin(shown, options.players ?? Array(count).fill("me"), options.names);
    if (options.seat !== undefined && shown.position.seat === undefined)
      this.store.seat = options.seat;
    let node = await this.#line(root, moves, signal);
    while (node.parent && node.ply > (options.at ?? moves.length)) node = node.parent;
    this.store.at(node);
    await this.arrive(false);
  }

  /** Add a line of moves, several asked for together. @param {Node} from @param {string[]} moves
   * @param {AbortSignal} signal @returns {Promise<Node>} its last node */
  async #line(from, moves, signal) {
    const position = from.table.text;
    let node = from;
    for (let done = 0; done < moves.length; done += TOGETHER) {
      const wanted = moves.slice(done, done + TOGETHER).map((_, at) => moves.slice(0, done + at + 1));
      const tables = await Promise.all(wanted.map((line) => this.ask("play", { position, moves: line }, signal)));
      tables.forEach((table, at) => (node = node.latest = this.store.add(node, moves[done + at], table)));
    }
    return node;
  }

  /** How many seats a position has. @param {any} position */
  seats(position) {
    return this.game.solitaire ? 1 : (position.hands?.length ?? position.rules?.players ?? 1);
  }

  /** @param {Node} from @param {string} move @param {AbortSignal} signal */
  async #add(from, move, signal) {
    const known = from.children.find((child) => child.move === move);
    if (known) return this.store.at(known);
    const table = await this.ask("play", { position: from.table.text, moves: [move] }, signal).catch(unnumbered);
    this.store.at(this.store.add(from, move, table));
  }

  /** Make a move for who is to move; the others answer. @param {string} move */
  async move(move) {
    const node = this.store.node;
    if (!node || node.table.over || this.guess(node, move)) return;
    if (this.othersTurn(node) || !this.store.mayShow(node)) return this.store.say(say("not_your_turn", this.seatName(node.table.to_move)), true);
    const named = await this.#named(node, move);
    if (named === null) return;
    const signal = this.#turn();
    this.store.make(move);
    await this.#tried(async () => {
      await this.#add(node, named, signal);
      this.announce();
      await this.arrive(true);
    });
  }

  /** A move with the cards that it turns up or shows, where only people at the table see them: in a
   * solitaire, in what the seat to move sees, or in the hands of others. @param {Node} node @param {string} move */
  async #named(node, move) {
    const { position } = node.table;
    const drawn = (position.seat === position.turn && this.game.reveals?.(move, position)) || 0;
    const shown = (node.moves?.some((one) => one.move === move) && this.game.shows?.(move, position)) || [];
    const refused = (/** @type {string} */ named) => this.ask("play", { position: node.table.text, moves: [named] }).catch(unnumbered).then(() => "", refusalOf);
    return (drawn || shown.some(Boolean)) && !move.includes("=") ? this.nameCards(drawn, shown, node, move, refused) : move;
  }

  /** Say what the last move was. */
  announce() {
    const node = this.store.node;
    if (!node?.move) return;
    const text = textOf(node, this.store);
    this.store.say(this.store.players.length > 1 ? say("by_seat", this.seatName(node.seat), text) : text);
  }

  /** @param {number | undefined} seat */
  seatName(seat) {
    if (seat === undefined) return "";
    return whoIs(seat, this.store.players[seat] === "me" ? this.store.seat : null);
  }

  /** Load what is shown of the position, then let the others play. @param {boolean} live */
  async arrive(live) {
    const { store } = this;
    const signal = this.now.signal;
    for (;;) {
      const node = store.node;
      if (!node) return;
      await this.load(node, signal);
      if (signal.aborted) return;
      store.changed("node");
      if (!live || !this.othersTurn(node)) return;
      await pause(this.pace, signal).catch(() => {});
      if (signal.aborted) return;
      const level = store.players[node.table.to_move ?? 0];
      const body = { position: node.table.text, level, seed: this.seed + node.ply };
      const { move, text } = await this.ask("choose", body, signal);
      if (signal.aborted) return;
      if (!move) return store.say(text);
      node.moves ??= [{ move, text }];
      await this.#add(node, move, signal);
      this.announce();
    }
  }

  /** Whether the position waits for an opponent. @param {Node} node */
  othersTurn(node) {
    const seat = node.table.to_move;
    return !node.table.over && seat !== undefined && this.store.players[seat] !== "me";
  }

  /** Whether the person who looks is to choose a move. @param {Node} node */
  asksFor(node) {
    return !node.table.over && !this.othersTurn(node) && this.store.mayShow(node);
  }

  /** The view of the seat, and the legal moves where they are asked for. @param {Node} node @param {AbortSignal} [signal] */
  async load(node, signal) {
    const { seat } = this.store;
    const position = node.table.text;
    node.views ??= new Map();
    const wanted = !this.game.solitaire && seat !== null && !node.views.has(seat);
    const asked = [];
    if (wanted && node.table.position.seat === undefined && !node.table.over)
      asked.push(this.ask("view", { position, seat }, signal).then((view) => node.views?.set(seat, view)));
    if ((!node.moves || node.moves.length === 1) && this.asksFor(node))
      asked.push(this.ask("moves", { position }, signal).then((answer) => (node.moves = answer.moves)));
    if (this.game.annotate && !node.annotated)
      asked.push(this.game.annotate(node, (verb, body) => this.ask(verb, body, signal)).then((found) => (node.annotated = found)));
    await Promise.all(asked);
  }

  /** Show another node; nobody plays by himself there. @param {Node | null | undefined} node */
  async go(node) {
    if (!node || node === this.store.node) return;
    this.#turn();
    this.store.at(node);
    this.announce();
    await this.#tried(() => this.arrive(false));
  }

  /** Show a line that might have been played. @param {Node} from @param {string[]} moves */
  tryLine(from, moves) {
    const signal = this.#turn();
    return this.#tried(async () => {
      this.store.at(await this.#line(from, moves, signal));
      await this.arrive(false);
    });
  }

  /** The last own decision, if there is one. */
  lastOwn() {
    let node = before(this.store.node);
    while (node && this.othersTurn(node)) node = before(node);
    return node;
  }

  /** Take back to the last own decision. */
  undo() {
    return this.go(this.lastOwn());
  }

  /** Go on to the next own decision of the line. */
  redo() {
    let node = after(this.store.node);
    while (node && this.othersTurn(node) && node.children.length) node = after(node);
    return this.go(node);
  }

  /** One step along the line. @param {-1 | 1} by */
  step(by) {
    return this.go((by < 0 ? before : after)(this.store.node));
  }

  end() {
    return this.go(this.store.node && endOf(this.store.node));
  }

  start() {
    return this.go(this.store.root);
  }

  /** Let the others play on from here. */
  goOn() {
    this.#turn();
    return this.#tried(() => this.arrive(true));
  }

  /** Watch another seat, or with open cards. @param {number | null} seat */
  async watch(seat) {
    this.store.seat = seat;
    if (this.store.node) await this.load(this.store.node);
    this.store.changed("node");
  }

  /** Deal the next round of the match, where it goes on; one that was dealt is shown again. */
  async next() {
    const { node } = this.store;
    if (!node?.table.over) return;
    if (node.next) return this.go(node.next);
    const signal = this.#turn();
    await this.#tried(async () => {
      const { deal, match } = await this.ask("next", { position: node.table.text, seed: anySeed() }, signal);
      if (!deal) return this.store.say(say("match_over", match.totals.join(" : ")));
      const { players, seat } = this.store;
      const root = this.begin(deal, players, this.store.names);
      this.store.seat = seat;
      node.next = root;
      root.before = node;
      this.store.changed("round");
      this.store.at(root);
      await this.arrive(true);
    });
  }

  /** @param {() => Promise<any>} act */
  async #tried(act) {
    try {
      await act();
    } catch (error) {
      this.store.make(null);
      this.store.failed(error);
    }
  }
}
