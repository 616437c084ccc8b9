// <review-panel>: the judged decision, the way to the next mistake, and the seat summed up.

import { plain } from "../cards.js";
import { button, choice, h } from "../dom.js";
import { capital, say, whoIs } from "../messages.js";
import { decisionsOf, unjudged } from "../review.js";
import { Part } from "./part.js";
import { ReviewGraph, SIGNS } from "./review-graph.js";
import { amount, percent, signed } from "./value-bar.js";

/** @typedef {import("../types").App} App */
/** @typedef {import("../types").Review} Review */
/** @typedef {import("../types").Decision} Decision */
/** @typedef {import("../types").SeatReview} SeatReview */

class ReviewPanel extends Part {
  topics = ["node", "review"];
  graph = new ReviewGraph();

  /** @param {App} app @param {AbortSignal} signal */
  begin(app, signal) {
    this.graph.begin(app, signal).show(app);
    this.show(app);
    return super.begin(app, signal);
  }

  /** @param {import("../types").App} app */
  inside({ store, play, reviewer }) {
    const { review, node } = store;
    if (!review) return null;
    const disabled = !reviewer.faults().length;
    const real = h("input", { type: "checkbox", checked: review.hindsight, onchange: () => reviewer.hindsight(real.checked) });
    const made = node && review.line[node.ply] === node ? node.decision : undefined;
    const decision = made?.seat === review.seat ? made : undefined;
    const now = review.sought ? task(review, reviewer) : decision ? judged(decision, review) : [];
    const own = review.sought ? undefined : review.answer?.seats.find((one) => one.seat === review.seat);
    return [
      h("h2", say("review")),
      h("div.progress", h("p.muted.small", stateOf(review)),
        review.running && button(say("review_stop"), () => reviewer.stop(), { class: "quiet", keys: "Escape" })),
      review.seats.length > 1 && seatChoice(review, reviewer),
      h("div.row",
        button(say("previous_mistake"), () => reviewer.step(-1), { disabled, keys: "Shift+m" }),
        button(say("next_mistake"), () => reviewer.step(1), { disabled, keys: "m" }),
        button(say("find_better"), () => reviewer.seek(), { disabled })),
      now.length > 0 && h("div.judged", now),
      this.graph,
      (!play.game.solitaire || review.line.some((one) => one.decision?.in_hindsight)) && h("label.check", real, h("span", say("hindsight"))),
      own && h("div.summed", summed(own, review, reviewer)),
    ];
  }
}

/** How far the review has come, and what ended it. @param {Review} review */
function stateOf(review) {
  const [found, cut] = [decisionsOf(review).length, unjudged(review).length];
  if (review.running) return [h("span.pulse", { "aria-hidden": "true" }), say("review_progress", found - cut, review.total)];
  return [say(found < review.total ? "review_stopped" : cut ? "review_cut" : "review_judged", cut || found, review.total)];
}

/** @param {Review} review @param {import("../review.js").Reviewer} reviewer */
function seatChoice(review, reviewer) {
  const named = review.seats.map((seat) => /** @type {[string, string]} */ ([String(seat), whoIs(seat)]));
  return choice(say("reviewed_seat"), String(review.seat), named, (value) => reviewer.look(Number(value)));
}

/** The search for a better move. @param {Review} review @param {import("../review.js").Reviewer} reviewer */
const task = (review, reviewer) => [
  h("p", plain(review.said ?? "")),
  h("div.row", button(say("seek_show"), () => reviewer.reveal(), "quiet")),
];

/** A decision with its judgement. @param {Decision} decision @param {Review} review */
function judged(decision, { running, hindsight }) {
  const { judgement, forced, options = [], text, loss, best, played, best_text: better, reasons, in_hindsight: later } = decision;
  const without = forced ? (options.length > 1 ? "judged_alike" : "judged_forced") : running ? "still" : "judged_not";
  const name = say(judgement ? `judged_${judgement}` : without);
  const sign = SIGNS[judgement ?? ""];
  const lost = loss && loss.value > 0 && say("lost_by", lossIn(loss));
  const other = best && best !== played && judgement !== "best";
  return [
    h("p.verdict", h("span", { class: `badge ${judgement ?? ""}` }, sign ? `${sign} ${name}` : name)),
    h("p", say("was_played", plain(text)), lost && ` ${lost}`),
    other && h("p", say(sign ? "was_better" : "was_preferred", plain(better ?? best))),
    ...(other ? (reasons ?? []).map((reason) => h("p.small.muted", plain(reason.text))) : []),
    hindsight && later && h("p.small", say("in_hindsight", lossIn(later))),
  ];
}

/** @param {{unit: string, value: number, low: number, high: number, samples: number}} loss */
function lossIn({ unit, value, low, high, samples }) {
  const [words, ...ends] = [value, low, high].map((one) => amount(one, unit));
  return samples ? say("with_interval", words, ...ends.map((end) => end.split(" ")[0])) : words;
}

/** Standard errors of a 95 % interval. */
const Z95 = 1.96;

/** The result without luck where that says something: luck is clear, and the result possible.
 * @param {SeatReview} seat @param {string} unit */
function adjusted({ adjusted_result: result, luck, luck_error: error }, unit) {
  const clear = Math.abs(luck ?? 0) > Z95 * (error ?? 0);
  return clear && (unit !== "win_probability" || ((result ?? 0) >= 0 && (result ?? 0) <= 1)) ? result : null;
}

/** @param {SeatReview} seat @param {Review} review @param {import("../review.js").Reviewer} reviewer */
function summed(seat, review, reviewer) {
  const unit = review.answer?.unit ?? "points";
  const write = (/** @type {number} */ value, sign = true) => amount(value, unit, sign);
  const figure = (/** @type {string} */ name, /** @type {number | null | undefined} */ value, /** @type {(value: number) => string} */ words) =>
    (value ?? null) !== null && h("div", h("dt", say(name)), h("dd", words(/** @type {number} */ (value))));
  const figures = [
    figure("accuracy", seat.accuracy, (share) => percent(share / 100)),
    figure("loss_per_decision", seat.loss_per_decision, (loss) => write(loss, false)),
    figure("luck_of_seat", seat.luck, (luck) => `${write(luck)}${seat.luck_error ? ` (± ${write(Z95 * seat.luck_error, false)})` : ""}`),
    figure("adjusted", adjusted(seat, unit), (result) => (unit === "points" ? write(result) : `${signed(100 * result, false, 1)} %`)),
    ...Object.entries(seat.counts).map(([judgement, count]) => figure(`judged_${judgement}`, count || null, String)),
  ];
  const points = (seat.turning_points ?? []).map((point) =>
    h("li", button(capital(plain(point.text)), () => reviewer.at((point.ply ?? -1) + 1), "plain"), h("span.muted.small", write(point.change))));
  const chance_left = seat.last_chance;
  const lost = seat.lost_at;
  return [
    !review.running && h("p", plain(seat.text)),
    h("dl.figures", figures),
    points.length > 0 && h("h2", say("turning_points")),
    points.length > 0 && h("ol.points", { label: say("turning_points") }, points),
    h("div.row",
      (lost ?? null) !== null && button(say("losing_move"), () => reviewer.at((lost ?? 0) + 1), "quiet"),
      chance_left && button(say("last_moment"), () => reviewer.at(chance_left.ply), "quiet"),
      chance_left && chance_left.line.length > 0 && button(say("winning_line"), () => reviewer.lastChance(), "quiet")),
  ];
}

customElements.define("review-panel", ReviewPanel);
