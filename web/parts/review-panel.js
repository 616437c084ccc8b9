// <review-panel>: the judged decision, the way to the next mistake, and the seat summed up.

import { plain } from "../cards.js";
import { button, choice, h } from "../dom.js";
import { capital, say } from "../messages.js";
import { decisionsOf, unjudged } from "../review.js";
import { ReviewGraph, SIGNS } from "./review-graph.js";
import { percent, signed } from "./value-bar.js";

/** @typedef {import("../types").Review} Review */
/** @typedef {import("../types").Decision} Decision */
/** @typedef {import("../types").SeatReview} SeatReview */

export class ReviewPanel extends HTMLElement {
  /** @param {import("../store.js").Store} store @param {import("../play.js").Play} play
   * @param {import("../review.js").Reviewer} reviewer @param {AbortSignal} signal */
  begin(store, play, reviewer, signal) {
    const back = button(say("previous_mistake"), () => reviewer.step(-1), { "aria-keyshortcuts": "Shift+m" });
    const on = button(say("next_mistake"), () => reviewer.step(1), { "aria-keyshortcuts": "m" });
    const seek = button(say("find_better"), () => reviewer.seek());
    const real = h("input", { type: "checkbox", onchange: () => reviewer.hindsight(real.checked) });
    const state = h("p", { class: "muted small" });
    const stop = button(say("review_stop"), () => reviewer.stop(), { class: "quiet", "aria-keyshortcuts": "Escape" });
    const seats = h("div", {});
    const now = h("div", { class: "judged" });
    const graph = new ReviewGraph();
    graph.begin(store, reviewer, signal);
    const sum = h("div", { class: "summed" });
    this.replaceChildren(
      h("h2", {}, say("review")), h("div", { class: "progress" }, state, stop), seats,
      h("div", { class: "row" }, back, on, seek),
      now, graph,
      h("label", { class: "check" }, real, h("span", {}, say("hindsight"))), sum);
    const draw = () => {
      const { review, node } = store;
      this.hidden = !review;
      if (!review) return;
      const none = !reviewer.faults().length;
      for (const one of [back, on, seek]) one.disabled = none;
      real.checked = review.hindsight;
      state.replaceChildren(...stateOf(review));
      stop.hidden = !review.running;
      seats.replaceChildren(...(review.seats.length > 1 ? [seatChoice(review, play, reviewer)] : []));
      const decision = node && review.line[node.ply] === node ? node.decision : undefined;
      now.replaceChildren(...(review.sought ? task(review, reviewer) : decision ? judged(decision, review.hindsight) : []));
      now.hidden = !now.firstChild;
      const own = review.answer?.seats.find((one) => one.seat === review.seat);
      sum.hidden = !own || review.sought !== undefined;
      sum.replaceChildren(...(own && !sum.hidden ? summed(own, review, reviewer) : []));
    };
    for (const topic of ["node", "review"]) store.on(topic, draw, signal);
    draw();
  }
}

/** How far the review has come, and what ended it. @param {Review} review */
function stateOf(review) {
  const [found, cut] = [decisionsOf(review).length, unjudged(review).length];
  if (review.running) return [h("span", { class: "pulse", "aria-hidden": "true" }), say("review_progress", found - cut, review.total)];
  return [say(found < review.total ? "review_stopped" : cut ? "review_cut" : "review_judged", cut || found, review.total)];
}

/** @param {Review} review @param {import("../play.js").Play} play @param {import("../review.js").Reviewer} reviewer */
function seatChoice(review, play, reviewer) {
  const named = review.seats.map((seat) => /** @type {[string, string]} */ ([String(seat), play.store.names[seat] ?? say("seat", seat)]));
  return choice(say("reviewed_seat"), String(review.seat), named, (value) => reviewer.look(Number(value)));
}

/** The search for a better move. @param {Review} review @param {import("../review.js").Reviewer} reviewer */
const task = (review, reviewer) => [
  h("p", {}, plain(review.said ?? "")),
  h("div", { class: "row" }, button(say("seek_show"), () => reviewer.reveal(), { class: "quiet" })),
];

/** A decision with its judgement. @param {Decision} decision @param {boolean} hindsight */
function judged(decision, hindsight) {
  const { judgement, forced, text, loss, best, played, best_text: better, reasons, in_hindsight: later } = decision;
  const name = judgement ? say(`judged_${judgement}`) : say(forced ? "judged_forced" : "judged_not");
  const sign = SIGNS[judgement ?? ""];
  const lost = loss && loss.value > 0 && say("lost_by", lossIn(loss));
  const other = best && best !== played && judgement !== "best";
  return [
    h("p", { class: "verdict" }, h("span", { class: `badge ${judgement ?? ""}` }, sign ? `${sign} ${name}` : name)),
    h("p", {}, say("was_played", plain(text)), lost ? ` ${lost}` : null),
    other ? h("p", {}, say("was_better", plain(better ?? best))) : null,
    ...(other ? (reasons ?? []).map((reason) => h("p", { class: "small muted" }, plain(reason.text))) : []),
    hindsight && later ? h("p", { class: "small" }, say("in_hindsight", lossIn(later))) : null,
  ].filter((one) => one !== null);
}

/** @param {{unit: string, value: number, low: number, high: number, samples: number}} loss */
function lossIn({ unit, value, low, high, samples }) {
  const write = (/** @type {number} */ one) => (unit === "win_probability" ? `${(100 * one).toFixed(1)} %` : one.toFixed(1)).replace("-", "−");
  const words = unit === "win_probability" ? write(value) : `${write(value)} ${unit}`;
  return samples ? say("with_interval", words, write(low), write(high)) : words;
}

/** @param {SeatReview} seat @param {Review} review @param {import("../review.js").Reviewer} reviewer */
function summed(seat, review, reviewer) {
  const chance = review.answer?.unit === "win_probability";
  const write = (/** @type {number | null | undefined} */ value) =>
    value === null || value === undefined ? "" : chance ? `${(100 * value).toFixed(1)} %`.replace("-", "−") : signed(value);
  const counts = Object.entries(seat.counts).filter(([, count]) => count);
  const figures = [
    [say("accuracy"), seat.accuracy === null || seat.accuracy === undefined ? "" : percent(seat.accuracy / 100)],
    [say("loss_per_decision"), write(seat.loss_per_decision).replace("+", "")],
    [say("luck_of_seat"), write(seat.luck)],
    [say("adjusted"), write(seat.adjusted_result)],
    ...counts.map(([judgement, count]) => [capital(say(`judged_${judgement}`)), String(count)]),
  ].filter(([, figure]) => figure);
  const points = (seat.turning_points ?? []).map((point) =>
    h("li", {}, button(capital(plain(point.text)), () => reviewer.at((point.ply ?? -1) + 1), { class: "plain" }), h("span", { class: "muted small" }, write(point.change))));
  const chance_left = seat.last_chance;
  const lost = seat.lost_at;
  return [
    h("p", {}, plain(seat.text)),
    figures.length ? h("dl", { class: "figures" }, figures.map(([name, figure]) => h("div", {}, h("dt", {}, name), h("dd", {}, figure)))) : null,
    points.length ? h("h2", {}, say("turning_points")) : null,
    points.length ? h("ol", { class: "points", "aria-label": say("turning_points") }, points) : null,
    h("div", { class: "row" },
      lost !== null && lost !== undefined && button(say("losing_move"), () => reviewer.at(lost + 1), { class: "quiet" }),
      chance_left && button(say("last_moment"), () => reviewer.at(chance_left.ply), { class: "quiet" }),
      chance_left && chance_left.line.length > 0 && button(say("winning_line"), () => reviewer.lastChance(), { class: "quiet" })),
  ].filter((one) => one !== null);
}

customElements.define("review-panel", ReviewPanel);
