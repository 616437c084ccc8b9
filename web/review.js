// The review of the line on the board: decisions as the service judges them, and the search for
// better moves by the person who made them.

import { Refused } from "./kibitz.js";
import { say, whoIs } from "./messages.js";
import { endOf, pathTo } from "./store.js";

/** @typedef {import("./types").Node} Node */
/** @typedef {import("./types").Decision} Decision */
/** @typedef {import("./types").Review} Review */

const FAULTS = ["inaccuracy", "mistake", "blunder"];
const WHOLE_MS = 7000; // for all decisions together, below the usual cap of the service
const [LEAST_MS, MOST_MS] = [60, 3000]; // for one decision

/** The decisions that were looked at so far. @param {Review} review @returns {Decision[]} */
export const decisionsOf = (review) => review.line.flatMap(({ decision }) => (decision ? [decision] : []));

/** Those of them for which the time was too short. @param {Review} review */
export const unjudged = (review) =>
  decisionsOf(review).filter((one) => !one.forced && !one.judgement && one.stopped_by === "time");

/** The decisions of the seat that is looked at. @param {Review} review */
export const ownOf = (review) => decisionsOf(review).filter(({ seat }) => seat === review.seat);

export class Reviewer {
  /** @param {import("./store.js").Store} store @param {import("./play.js").Play} play
   * @param {import("./kibitz.js").Kibitz} kibitz */
  constructor(store, play, kibitz) {
    this.store = store;
    this.play = play;
    this.kibitz = kibitz;
    this.search = new AbortController();
    play.guess = (node, move) => this.#tried(node, move);
    store.on("game", () => this.end());
    store.on("node", () => this.#follow());
  }

  toggle() {
    if (this.store.review) this.end();
    else this.start();
  }

  /** Review the line that is shown, to its end. */
  start() {
    const { store } = this;
    const line = store.node ? pathTo(endOf(store.node)) : [];
    if (line.length < 2) return store.say(say("review_nothing"));
    const all = [...store.players.keys()];
    const given = line[0].table.position.seat;
    const mine = given === undefined ? all.filter((seat) => store.players[seat] === "me") : [given];
    // To judge the others would show their hands; who only watches has no hand to play against them.
    const seats = (mine.length ? mine : all).filter((seat) => line.some((node) => node.seat === seat));
    if (!seats.length) return store.say(say("review_none_own"));
    const total = line.filter((node) => seats.includes(node.seat ?? -1)).length;
    const seat = seats.includes(store.seat ?? -1) ? /** @type {number} */ (store.seat) : seats[0];
    store.review = { line, seats, seat, total, running: true, hindsight: false, from: store.seat, players: store.players };
    this.search = new AbortController();
    void this.#run(store.review, this.search.signal);
    return this.look(seat);
  }

  /** End the review, and its search; in the same game one looks from where one looked before. */
  end() {
    const { store, play } = this;
    const { review } = store;
    if (!review) return;
    this.search.abort();
    for (const node of review.line) delete node.decision;
    store.review = null;
    store.changed("review");
    const unchanged = store.players === review.players && store.seat === seenIn(review);
    if (store.node && unchanged && !play.game.solitaire) void play.watch(review.from);
  }

  /** End the search, and keep what was judged. */
  stop() {
    const { review } = this.store;
    if (!review?.running) return;
    this.search.abort();
    review.running = false;
    this.store.changed("review");
  }

  /** @param {Review} review @param {AbortSignal} signal */
  async #run(review, signal) {
    const { store } = this;
    const [root, ...made] = review.line;
    const body = {
      record: {
        position: root.table.text, moves: made.map((node) => node.move ?? ""),
        ...(store.names.length ? { seats: store.names } : {}),
      },
      // Where nobody plays against others, nothing is hidden from anybody.
      ...(root.table.position.seat === undefined && new Set(store.players).size > 1 ? { seats: review.seats } : {}),
    };
    try {
      await this.#stream(review, body, signal);
      if (unjudged(review).length) await this.#job(review, body, signal).catch(withoutJobs);
      store.say(say("review_done", this.#found(review)));
    } catch (error) {
      store.failed(error);
    } finally {
      if (!signal.aborted) {
        review.running = false;
        store.changed("review");
      }
    }
  }

  /** Judge what one request has time for. @param {Review} review @param {object} body @param {AbortSignal} signal */
  async #stream(review, body, signal) {
    const time_ms = Math.min(MOST_MS, Math.max(LEAST_MS, Math.round(WHOLE_MS / Math.max(1, review.total))));
    const asked = { ...body, limits: { time_ms } };
    for await (const line of this.kibitz.stream(this.play.game.name, "review", asked, signal)) {
      signal.throwIfAborted();
      this.#keep(review, line.answer ?? (line.decision && { decisions: [line.decision] }));
      if (line.answer) review.answer = line.answer;
      this.store.changed("review");
    }
  }

  /** Judge all, with the usual limits, for as long as it takes. @param {Review} review
   * @param {any} body @param {AbortSignal} signal */
  async #job(review, body, signal) {
    const { kibitz, play, store } = this;
    const { id } = await kibitz.submit({ kind: "review", game: play.game.name, ...body });
    const cancel = () => void kibitz.cancel(id).catch(() => {});
    if (signal.aborted) return cancel();
    signal.addEventListener("abort", cancel);
    for await (const { job } of kibitz.following(id, undefined, signal)) {
      const { state, result, errors = [] } = /** @type {any} */ (job) ?? (await kibitz.job(id));
      signal.throwIfAborted();
      if (state === "failed") throw new Refused({ type: "about:blank", title: errors[0]?.message ?? "", status: 0, detail: "", errors });
      this.#keep(review, result);
      if (state === "done") review.answer = result;
      store.changed("review");
    }
    signal.removeEventListener("abort", cancel);
  }

  /** Keep the decisions that were judged. @param {Review} review @param {{decisions?: Decision[]} | null} [found] */
  #keep({ line }, found) {
    for (const decision of found?.decisions ?? []) line[decision.ply + 1].decision = decision;
  }

  /** Another game, or a decision that is no longer looked at. */
  #follow() {
    const { review, root, node } = this.store;
    if (!review) return;
    if (review.line[0] !== root) return this.end();
    if (review.sought && node !== review.line[review.sought.ply]) {
      delete review.sought;
      this.store.changed("review");
    }
  }

  /** Look from a seat, and step through its decisions. @param {number} seat */
  async look(seat) {
    const { review } = this.store;
    if (!review) return;
    review.seat = seat;
    const whole = review.line[0].table.position.seat === undefined;
    if (whole && !this.play.game.solitaire) await this.play.watch(seenIn(review));
    this.store.changed("review");
  }

  /** Show what the real cards say as well, or not. @param {boolean} on */
  hindsight(on) {
    const { review } = this.store;
    if (!review) return;
    review.hindsight = on;
    void this.look(review.seat);
  }

  /** The judged faults of the seat, in order. @param {readonly string[]} grades @returns {Decision[]} */
  faults(grades = FAULTS) {
    const { review } = this.store;
    return review ? ownOf(review).filter(({ judgement }) => grades.includes(judgement ?? "")) : [];
  }

  /** How many faults there are, of several seats those of each. @param {Review} review */
  #found({ seats, line }) {
    const count = (/** @type {number} */ seat) =>
      line.filter(({ decision }) => decision?.seat === seat && FAULTS.includes(decision.judgement ?? "")).length;
    if (seats.length === 1) return count(seats[0]);
    return seats.map((seat) => `${whoIs(seat)} ${count(seat)}`).join(", ");
  }

  /** The next fault from where one is, or the one before; from the last one on to the first.
   * @param {1 | -1} by @param {readonly string[]} [grades] */
  next(by, grades) {
    const found = this.faults(grades);
    const now = this.#place();
    const ahead = by > 0 ? found.find((one) => one.ply + 1 > now) : found.findLast((one) => one.ply + 1 < now);
    return ahead ?? found.at(by > 0 ? 0 : -1);
  }

  /** Go to a fault. @param {1 | -1} by @param {readonly string[]} [grades] */
  step(by, grades) {
    const { review } = this.store;
    const found = this.next(by, grades);
    if (!review) return;
    if (!found) return this.store.say(say("review_none"));
    return this.at(found.ply + 1);
  }

  /** Go to a position of the reviewed line. @param {number} place */
  at(place) {
    const line = this.store.review?.line ?? [];
    return this.play.go(line[Math.max(0, Math.min(place, line.length - 1))]);
  }

  /** How far along the reviewed line one is. */
  #place() {
    const { review, node } = this.store;
    for (let at = node; at; at = at.parent) if (review?.line[at.ply] === at) return at.ply;
    return 0;
  }

  /** Set the next fault as a task: its move is hidden, and a better one is to be found. */
  async seek() {
    const { review } = this.store;
    if (!review) return;
    const past = review.sought?.ply ?? -1;
    const here = review.line[this.#place()].decision;
    const faults = this.faults();
    const ahead = faults.find((one) => one.ply > past) ?? faults[0];
    const sought = review.sought ? ahead : faults.find((one) => one === here) ?? this.next(1);
    if (!sought) return this.store.say(say("review_none"));
    delete review.sought;
    this.store.picked = null;
    await this.at(sought.ply);
    if (this.store.node !== review.line[sought.ply]) return;
    review.sought = sought;
    review.said = say("seek");
    this.store.changed("review");
    this.store.changed("node");
  }

  /** What a move that was tried is worth; false where no better move is sought.
   * @param {Node} node @param {string} move */
  #tried(node, move) {
    const { review } = this.store;
    const sought = review?.sought;
    if (!review || !sought || node !== review.line[sought.ply]) return false;
    const grade = gradeOf(sought, move, review.answer?.thresholds.inaccuracy ?? 0);
    review.said = say(`seek_${grade}`, node.moves?.find((one) => one.move === move)?.text ?? move);
    this.store.pick(null);
    if (grade === "best" || grade === "good") void this.reveal();
    else this.store.changed("review");
    // After the move that is shown then.
    this.store.say(review.said);
    return true;
  }

  /** Show the decision whose better move was sought. */
  async reveal() {
    const { review } = this.store;
    if (!review?.sought) return;
    await this.at(review.sought.ply + 1);
  }

  /** Show the last moment at which a solitaire could be won, with a line from there. */
  async lastChance() {
    const { review } = this.store;
    const chance = review?.answer?.seats[0].last_chance;
    if (review && chance) await this.play.tryLine(review.line[chance.ply], chance.line);
  }
}

/** From where a review looks. @param {Review} review */
const seenIn = ({ hindsight, seat }) => (hindsight ? null : seat);

/** A service that keeps no jobs leaves what could not be judged in the time. @param {unknown} error */
function withoutJobs(error) {
  if (!(error instanceof Refused && error.status === 503)) throw error;
}

/** A move without the cards that it turned up. @param {string | null | undefined} move */
const bare = (move) => move?.split("=")[0];

/**
 * How good a tried move is: best, good, played or worse. Of a move that was only looked at, the
 * service knows a first estimate.
 * @param {Decision} sought @param {string} move @param {number} least the loss of an inaccuracy
 */
function gradeOf(sought, move, least) {
  const tried = sought.options?.find((one) => bare(one.move) === bare(move));
  const same = [move, tried?.same_as].map(bare);
  if (same.includes(bare(sought.best))) return "best";
  if (same.includes(bare(sought.played))) return "played";
  if (tried?.verdict) return tried.verdict === "solvable" ? "good" : "worse";
  return (tried?.loss ?? Infinity) < least ? "good" : "worse";
}
