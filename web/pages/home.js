// The start page: the games.

import { h } from "../dom.js";
import { sampleOf } from "../parts/card-face.js";
import { allGames } from "../games/games.js";
import { say } from "../messages.js";

export function homePage() {
  const tiles = allGames().map((game) =>
    h("li",
      h("a.tile", { href: `#${game.name}`, label: game.title },
        sampleOf(game),
        h("span.title", game.title),
        h("span.muted", game.summary))));
  return h("div.home",
    h("h1", say("home_title")),
    h("p.lead", say("home_lead")),
    h("ul.tiles", tiles));
}
