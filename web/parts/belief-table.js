// <belief-table>: where the unseen cards may be, card by place, the likelier the darker.

import { nameOf, short } from "../cards.js";
import { h } from "../dom.js";
import { say } from "../messages.js";
import { Part } from "./part.js";
import { percent } from "./value-bar.js";

/** @typedef {import("../types").Belief} Belief */

class BeliefTable extends Part {
  topics = ["node", "values"];

  /** @param {import("../types").App} app */
  inside({ store, play }) {
    const beliefs = (store.values?.beliefs ?? []).filter((belief) => belief.copies > 0);
    if (!beliefs.length) return null;
    const places = placesOf(beliefs, (seat) => play.seatName(seat));
    const head = h("tr", h("th", { scope: "col" }, h("span.unseen", "Card")),
      places.map((one) => h("th", { scope: "col" }, one.label)));
    const rows = beliefs.map((belief) => h("tr",
      h("th", { scope: "row", label: nameOf(belief.card), data: { suit: belief.card.slice(1) } }, short(belief.card)),
      places.map((one) => cell(one.chance(belief.by_play ? { ...belief, ...belief.by_play } : belief)))));
    const open = this.querySelector("details")?.open ?? false;
    const table = h("table", { label: say("beliefs") }, h("thead", head), h("tbody", rows));
    const scroll = h("div.scroll", { tabindex: "0", role: "region", label: say("beliefs") }, table);
    const at = this.querySelector(".scroll")?.scrollTop ?? 0;
    queueMicrotask(() => (scroll.scrollTop = at));
    return [h("details", { open }, h("summary", say("beliefs")), scroll)];
  }
}

/** The places where some card may be. @param {Belief[]} beliefs @param {(seat: number) => string} name */
function placesOf(beliefs, name) {
  /** @type {{label: string, chance: (belief: Belief) => number}[]} */
  const all = [
    ...beliefs[0].seats.map((_, seat) => ({ label: name(seat), chance: (/** @type {Belief} */ one) => one.seats[seat] })),
    ...(beliefs[0].decks ?? []).map((_, seat) => ({ label: say("deck_of", name(seat)), chance: (/** @type {Belief} */ one) => one.decks?.[seat] ?? 0 })),
    { label: say("free"), chance: (one) => one.free ?? 0 },
    { label: say("out"), chance: (one) => one.out },
  ];
  return all.filter((one) => beliefs.some((belief) => one.chance(belief) > 0));
}

/** @param {number} chance */
function cell(chance) {
  return h("td", { style: { "--chance": chance } }, chance ? percent(chance).slice(0, -2) : "–");
}

customElements.define("belief-table", BeliefTable);
