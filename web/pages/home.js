// The start page: the six games.

import { h } from "../dom.js";
import "../parts/card-face.js";
import { allGames } from "../games/games.js";
import { say } from "../messages.js";

export function homePage() {
  const tiles = allGames().map((game) =>
    h("li",
      h("a.tile", { href: `#${game.name}`, "aria-label": game.title },
        h("span.sample", { "aria-hidden": "true" }, game.sample.map((code) => h("card-face", { code }))),
        h("span.title", game.title),
        h("span.muted", game.summary))));
  return h("div.home",
    h("h1", say("home_title")),
    h("p.lead", say("home_lead")),
    h("ul.tiles", tiles));
}
