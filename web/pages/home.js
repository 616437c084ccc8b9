// The start page: the six games.

import { h } from "../dom.js";
import { allGames } from "../games/games.js";
import { say } from "../messages.js";

export async function homePage() {
  const tiles = (await allGames()).map((game) =>
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
