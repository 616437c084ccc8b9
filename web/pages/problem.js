// An address of which nothing can be shown: what is wrong with it, and where to go on.

import { button, h } from "../dom.js";
import { faultsOf } from "../faults.js";
import { Refused } from "../kibitz.js";
import { say } from "../messages.js";

/** @param {import("../address.js").Address} address @param {Refused | Error} error @param {() => void} again */
export function problemPage({ game, position }, error, again) {
  const link = (/** @type {string} */ words, /** @type {string} */ to, style = "") => h("a", { class: `button ${style}`, href: `#${encodeURI(to)}` }, say(words));
  const refused = error instanceof Refused;
  const faults = refused ? faultsOf(error) : [{ message: say("no_service") }];
  return h("div.before",
    h("h1", say("problem_title")),
    h("ul.faults", faults.map(({ message }) => h("li", message))),
    h("div.row.ways",
      refused ? link("problem_deal", game) : button(say("problem_again"), again),
      refused && error.errors.every(({ pointer }) => pointer.startsWith("/moves")) && link("problem_start", position, "quiet"),
      link("enter", `${game}/enter`, "quiet")));
}
