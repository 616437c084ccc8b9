// What the service thinks of the position: values as they come, hints, whether a game can be won.

import { say } from "./messages.js";
import { pathTo } from "./store.js";

/** @typedef {import("./types").Node} Node */

const SEARCH_MS = 5000;
const HINT_MS = 1500;
const VERDICT_MS = 6000;

export class Analyst {
  /** @param {import("./store.js").Store} store @param {import("./kibitz.js").Kibitz} kibitz */
  constructor(store, kibitz) {
    this.store = store;
    this.kibitz = kibitz;
    this.search = new AbortController();
    /** @type {Node | null} */
    this.of = null;
    store.on("node", () => this.follow());
    store.on("game", () => this.search.abort());
  }

  get game() {
    return /** @type {import("./types").Game} */ (this.store.game);
  }

  toggle() {
    this.store.analysing = !this.store.analysing;
    this.of = null;
    this.follow();
    this.store.changed("values");
  }

  /** Analyse what is shown, and end the search of what was shown before. */
  follow() {
    const { node, analysing } = this.store;
    if (node && node === this.of && analysing) return;
    this.search.abort();
    this.store.searching = false;
    this.of = null;
    if (!node?.moves || node.table.over || !analysing || !this.store.mayAdvise(node)) return;
    this.of = node;
    this.search = new AbortController();
    void this.#run(node, this.search.signal);
  }

  /** @param {Node} node */
  #options(node) {
    return this.game.solitaire ? { information: this.store.informed(node) } : {};
  }

  /** @param {Node} node @param {AbortSignal} signal */
  async #run(node, signal) {
    const { store } = this;
    const body = {
      position: node.table.text, ...this.#options(node), limits: { time_ms: SEARCH_MS },
      ...(this.game.solitaire ? {} : { include: ["beliefs", "plans"] }),
    };
    store.searching = true;
    store.changed("values");
    try {
      for await (const line of this.kibitz.stream(this.game.name, "analyze", body, signal)) {
        if (signal.aborted) return;
        if (line.answer) this.#keep(node, line.answer);
        store.changed("values");
      }
    } catch (error) {
      store.failed(error);
    } finally {
      if (this.of === node) {
        store.searching = false;
        store.changed("values");
      }
    }
  }

  /** @param {Node} node @param {import("./types").Analysis} answer */
  #keep(node, answer) {
    node.values = answer;
    if (answer.verdict && answer.information === "known") node.verdict = answer.verdict;
  }

  /** Show one more step of the hint; all of them come from one search. */
  async hint() {
    const { store } = this;
    const node = store.node;
    if (!node || node.table.over || !store.mayAdvise(node)) return;
    const options = this.#options(node);
    if (!node.hints || node.hintsBy !== options.information) {
      store.say(say("thinking"));
      const body = {
        position: node.table.text, levels: ["nudge", "area", "move", "why"],
        ...options, limits: { time_ms: HINT_MS },
      };
      try {
        node.hintsBy = options.information;
        node.hints = (await this.kibitz.ask(this.game.name, "hint", body)).hints;
      } catch (error) {
        return store.failed(error);
      }
    }
    if (store.node !== node) return;
    store.hinted = Math.min(4, store.hinted + 1);
    store.changed("hint");
  }

  /** Whether a game can still be won from a node, which the service proves where it can.
   * @param {Node} node @returns {Promise<import("./types").Verdict>} */
  async verdict(node) {
    if (node.verdict && (node.verdict !== "unknown" || node.verdictSettled)) return node.verdict;
    if (node.table.over) return node.table.outcome?.won ? "solvable" : "unsolvable";
    const body = { position: node.table.text, limits: { time_ms: VERDICT_MS } };
    const answer = await this.kibitz.ask(this.game.name, "solve", body);
    node.verdict = answer.verdict;
    node.verdictSettled = true;
    return answer.verdict;
  }

  /** Prove whether the position can be won, and show it. */
  async prove() {
    const node = this.store.node;
    if (!node) return;
    this.store.say(say("thinking"));
    try {
      const verdict = await this.verdict(node);
      const real = this.store.information === "hidden" && !node.table.over;
      this.store.say(say(`verdict_${verdict}_long`) + (real ? ` ${say("known_note")}` : ""));
    } catch (error) {
      this.store.failed(error);
    }
    this.store.changed("values");
  }

  /** The last position of the line that can be won, found by halving: what is lost stays lost.
   * @returns {Promise<Node | null>} */
  async lastWinnable() {
    const path = pathTo(this.store.node);
    let [low, high] = [0, path.length - 1];
    /** @type {Node | null} */
    let found = null;
    while (low <= high) {
      const middle = (low + high) >> 1;
      if ((await this.verdict(path[middle])) === "solvable") {
        found = path[middle];
        low = middle + 1;
      } else high = middle - 1;
    }
    return found;
  }

  /** The best move known of the position: of the hint that is shown, or of the values. */
  best() {
    const node = this.store.node;
    if (!node || !this.store.mayAdvise(node)) return;
    return (this.store.hinted > 2 && node.hints?.move?.move) || node.values?.moves[0]?.move;
  }
}
