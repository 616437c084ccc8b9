// The page: reads the address, shows what it names, and writes it back as one plays.

import { howShown, read, written } from "./address.js";
import { Analyst } from "./analysis.js";
import { kindOf } from "./cards.js";
import { button, h } from "./dom.js";
import { hasGame, loadGame } from "./games/games.js";
import { listen } from "./keys.js";
import { Kibitz } from "./kibitz.js";
import { say } from "./messages.js";
import { enterPage } from "./pages/enter.js";
import { homePage } from "./pages/home.js";
import { dealChosen, setupPage } from "./pages/setup.js";
import { problemPage } from "./pages/problem.js";
import { tablePage } from "./pages/table.js";
import { askCards, showKeys, showSettings } from "./parts/dialogs.js";
import { Play } from "./play.js";
import { loadSettings, settings } from "./settings.js";
import { Reviewer } from "./review.js";
import { Store } from "./store.js";
import { valuesOf } from "./switches.js";

const TOLD = ["rules", "history", "taken", "rank", "original_red", "original_black", "lacks"];
const kibitz = new Kibitz(document.baseURI.replace(/[?#].*$/, ""), { retries: 5 });
const store = new Store();
const play = new Play(store, kibitz, async (drawn, shown, node, move, refused) => {
  const { game } = store;
  if (!game) return null;
  const { position } = node.table;
  const { turn, known } = position;
  const pack = game.editor.pack({ players: play.seats(position), ...valuesOf(position.rules) });
  const kinds = game.joined === ".";
  const seats = drawn ? [turn] : [...shown.keys()].filter((seat) => shown[seat]);
  /** @type {string[][]} */
  const hands = [];
  const thrown = drawn ? "" : move.slice(6, 8);
  const named = (/** @type {string[][]} */ all) => `${move}=${all.map((hand) => hand.join(game.joined ?? "")).join(".")}`;
  for (const seat of seats) {
    const count = drawn || shown[seat];
    const title = drawn ? (count === 1 ? "name_cards" : "name_cards_n") : "name_hand";
    // What is known of a hand may be named with the rest of it, and some fields tell of cards that lie elsewhere.
    const elsewhere = known?.filter?.((/** @type {string[]} */ _, /** @type {number} */ at) => at !== seat);
    const lying = JSON.stringify({ ...position, known: elsewhere }, (key, value) => (TOLD.includes(key) ? 0 : value));
    const seen = lying.match(/(?<=")([A2-9TJQK][CDHSRB]?|JK)(?=")/g) ?? [];
    const given = drawn ? [] : known[seat].filter((/** @type {string} */ card) => card !== thrown);
    const taken = kinds ? seen.map(kindOf) : [...seen, ...hands.flat(), thrown];
    const last = hands.length === seats.length - 1;
    const cards = await askCards(say(title, count, play.seatName(seat)), count, taken, pack, kinds, given, async (found) => (last ? refused(named([...hands, found])) : ""));
    if (!cards) {
      store.pick(null);
      return null;
    }
    hands.push(cards);
  }
  return named(hands);
});
const analyst = new Analyst(store, kibitz);
const reviewer = new Reviewer(store, play, kibitz);
const app = { store, play, analyst, reviewer, dealAgain: () => store.game && dealChosen(store.game, play, true).catch((error) => store.failed(error)) };
const embedded = new URLSearchParams(location.search).has("embed");

let page = new AbortController();
let shown = "";

const main = h("main", { id: "main", tabindex: "-1" });
const said = h("p.said", { role: "status", "aria-live": "polite" });
const crumbs = h("nav.crumbs", { label: "Games" });

/** @param {HTMLElement} element */
function put(element) {
  const focused = main.contains(document.activeElement);
  main.replaceChildren(element);
  if (focused) main.focus({ preventScroll: true });
}

function head() {
  const home = h("a.brand", { href: "#" }, say("brand"));
  const tools = h("div.row",
    button(say("settings"), showSettings, "plain"), button(say("keys"), showKeys, "plain"));
  return h("header.top", home, crumbs, tools);
}

function again() {
  shown = "";
  return show();
}

async function show() {
  const address = read(location.hash);
  if (location.hash === shown && shown) return;
  shown = location.hash;
  page.abort();
  page = new AbortController();
  play.now.abort();
  store.node = store.root = null;
  store.analysing = false;
  store.changed("game");
  store.say("");
  /** Say what is not understood in the address. @param {string[]} wrong */
  const tell = (wrong) => wrong.length > 0 && store.say(say("address_wrong", wrong.join(", ")), true);
  const known = address.page !== "home" && hasGame(address.game);
  document.body.dataset.page = known ? address.page : "home";
  crumbs.replaceChildren();
  document.title = say("brand");
  if (!known) {
    if (address.game) store.say(say("no_game", address.game), true);
    else tell(address.wrong);
    return put(homePage());
  }
  const { signal } = page;
  try {
    const game = await loadGame(address.game, kibitz);
    if (signal.aborted) return;
    store.game = game;
    document.title = `${game.title} · ${say("brand")}`;
    crumbs.replaceChildren(h("a", { href: `#${game.name}` }, game.title));
    if (address.page === "setup") put(setupPage(game, play, store, toTable));
    else if (address.page === "enter") put(enterPage(game, play, toTable));
    else {
      showTable();
      store.say(say("loading"));
      /** @type {string[]} */
      const wrong = [];
      await play.open(address.position, address.moves, (seats) => {
        const how = howShown(address, seats);
        wrong.push(...how.wrong);
        return how;
      });
      store.say("");
      tell(wrong);
      if (address.review) reviewer.start();
    }
    tell(address.wrong);
  } catch (error) {
    store.failed(error);
    if (error instanceof DOMException) return;
    store.say("");
    store.node = store.root = null;
    put(problemPage(address, /** @type {Error} */ (error), again));
  }
}

/** Show the table of a game that has begun, at an address of its own. @param {boolean} [review] */
function toTable(review = false) {
  shown = written(store);
  history.pushState(null, "", shown);
  document.body.dataset.page = "table";
  showTable();
  store.changed("node");
  if (review) reviewer.start();
}

function showTable() {
  page.abort();
  page = new AbortController();
  put(tablePage(app, page.signal));
}

function keep() {
  if (!store.node || document.body.dataset.page !== "table") return;
  const address = written(store);
  if (address === shown) return;
  shown = address;
  history.replaceState(null, "", address);
}

loadSettings();
document.body.classList.toggle("embedded", embedded);
document.body.append(h("a.skip", { href: "#main", onclick: (/** @type {Event} */ event) => {
  event.preventDefault();
  main.focus();
} }, say("skip")), head(), main, said);
store.on("say", () => {
  said.classList.toggle("fault", Boolean(store.fault));
  said.classList.toggle("unseen", store.shown);
  said.textContent = store.fault || store.said;
  for (const fading of said.getAnimations()) fading.currentTime = 0;
});
for (const topic of ["node", "review"]) store.on(topic, keep);
store.on("node", () => (play.pace = settings.pace === "quick" ? 0 : 320));
// The end of the round before stays in the history of the browser.
store.on("round", () => history.pushState(null, "", shown));
listen(app, showKeys);
/** @type {ReturnType<typeof setTimeout> | undefined} */
let release;
addEventListener("pointerdown", (event) => {
  clearTimeout(release);
  if (event.button === 0) store.hold(true);
}, { capture: true });
// What a click itself does is shown without delay.
addEventListener("click", () => (store.held = false), { capture: true });
for (const end of ["pointerup", "pointercancel"])
  addEventListener(end, () => (release = setTimeout(() => store.hold(false), 0)));
addEventListener("hashchange", show);
addEventListener("popstate", show);
// A job would go on at the service.
addEventListener("pagehide", () => reviewer.stop());
void show();
