// The start page: the six games.

import { h } from "../dom.js";
import "../parts/card-face.js";
import { allGames } from "../games/games.js";
import { say } from "../messages.js";

export function homePage() {
  const tiles = allGames().map((game) =>
    h("li", {},
      h("a", { class: "tile", href: `#${game.name}`, "aria-label": game.title },
        h("span", { class: "sample", "aria-hidden": "true" }, game.sample.map((code) => h("card-face", { code }))),
        h("span", { class: "title" }, game.title),
        h("span", { class: "muted" }, game.summary))));
  return h("div", { class: "home" },
    h("h1", {}, say("home_title")),
    h("p", { class: "lead" }, say("home_lead")),
    h("ul", { class: "tiles" }, tiles));
}
