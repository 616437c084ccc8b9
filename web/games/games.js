// The games, each loaded when it is first needed.

/** @type {Record<string, import("../types").About & {load: () => Promise<{game: import("../types").GameTable}>}>} */
const GAMES = {
  "knotty-nines": {
    title: "Knotty Nines",
    summary: "Build down on nine piles, whatever the suit. An emptied pile draws the next card; empty the stock to win.",
    sample: ["QH", "JS", "TC"],
    load: () => import("./knotty-nines/table.js"),
  },
  "knack-solitaire": {
    title: "K'nack Solitaire",
    summary: "Lay every card edge to edge: neighbours differ in colour and are next in rank. Jokers go anywhere.",
    sample: ["7C", "8D", "9S"],
    load: () => import("./knack-solitaire/table.js"),
  },
  knaves: {
    title: "Knaves",
    summary: "Tricks for three. Each trick is a point, each jack costs some: four for the jack of hearts.",
    sample: ["JH", "JD", "JC"],
    load: () => import("./knaves/table.js"),
  },
  knack: {
    title: "K'nack",
    summary: "Two to six lay cards on one field, edge to edge. Who runs out of cards first wins.",
    sample: ["4S", "3H", "JK"],
    load: () => import("./knack/table.js"),
  },
  "knock-rummy": {
    title: "Knock Rummy",
    summary: "Draw and discard until you knock, with any hand. Least deadwood wins; none at all is worth more.",
    sample: ["5H", "6H", "7H"],
    load: () => import("./knock-rummy/table.js"),
  },
  "hand-knee-foot": {
    title: "Hand, Knee and Foot",
    summary: "A big Canasta with three piles each. Meld books of seven, pick up knee and foot, then go out.",
    sample: ["KH", "KS", "JK"],
    load: () => import("./hand-knee-foot/table.js"),
  },
};

/** @param {string} name */
export const hasGame = (name) => name in GAMES;

/** A game with what the service says of it. @param {string} name @param {import("../kibitz.js").Kibitz} kibitz */
export async function loadGame(name, kibitz) {
  const [{ game }, about] = await Promise.all([GAMES[name].load(), kibitz.game(name)]);
  const { verbs, player_counts: playerCounts, sources, rules } = about;
  return /** @type {import("../types").Game} */ ({ ...GAMES[name], ...game, verbs, playerCounts, sources: Object.keys(sources), switches: rules.properties });
}

/** What the start page says of each game. */
export const allGames = () => Object.entries(GAMES).map(([name, about]) => ({ name, ...about }));
