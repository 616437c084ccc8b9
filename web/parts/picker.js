// Cards to choose from, as buttons.

import { nameOf, short } from "../cards.js";
import { fill, h } from "../dom.js";
import { say } from "../messages.js";
import { rove } from "./rove.js";

/** Draw the cards of a pack; those that are used up cannot be chosen.
 * @param {HTMLElement} picker @param {Map<string, number>} pack each card with its copies
 * @param {(code: string) => number} used @param {(code: string) => void} choose */
export function offer(picker, pack, used, choose) {
  const focus = /** @type {HTMLElement | null} */ (picker.querySelector(":focus"))?.dataset.code;
  fill(picker, [...pack].map(([code, copies]) => {
    const left = Math.max(0, copies - used(code));
    const name = copies > 1 ? say("picker_left", nameOf(code), left) : nameOf(code);
    return h("button", { class: "card", disabled: left < 1, label: name, title: short(code), data: { code }, onclick: () => choose(code) },
      h("card-face", { code }), copies > 1 && h("span.left", `×${left}`));
  }));
  rove(picker);
  const near = focus && (picker.querySelector(`[data-code="${focus}"]:enabled`) ?? picker.querySelector("button:enabled"));
  if (near instanceof HTMLElement) near.focus();
}
