// The games, each loaded when it is first needed.

/** @type {Record<string, () => Promise<{game: import("../types").Game}>>} */
const LOADERS = {
  "knotty-nines": () => import("./knotty-nines/table.js"),
  "knack-solitaire": () => import("./knack-solitaire/table.js"),
  knaves: () => import("./knaves/table.js"),
  knack: () => import("./knack/table.js"),
  "knock-rummy": () => import("./knock-rummy/table.js"),
  "hand-knee-foot": () => import("./hand-knee-foot/table.js"),
};

/** @param {string} name */
export const hasGame = (name) => name in LOADERS;

/** A game with what the service says of it. @param {string} name @param {import("../kibitz.js").Kibitz} kibitz */
export async function loadGame(name, kibitz) {
  const [{ game }, about] = await Promise.all([LOADERS[name](), kibitz.read(`v1/games/${name}`)]);
  game.verbs = about.verbs;
  game.playerCounts = about.player_counts;
  game.sources = Object.keys(about.sources);
  return game;
}

/** All games, for the start page. */
export const allGames = async () =>
  (await Promise.all(Object.values(LOADERS).map((load) => load()))).map(({ game }) => game);
