// Cards as the service writes them: names for people, and cards typed by people.

import { say } from "./messages.js";

const SUITS = "CDHS";
const RANKS = "A23456789TJQK";
export const JOKER = "JK";
/** Kinds of Hand, Knee and Foot, where only the colour of a three matters. */
export const KINDS = ["3R", "3B", ..."456789TJQKA2", JOKER];
export const PACK = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
/** The cards of one pack without jokers, each with its copies. */
export const ONE_PACK = new Map(PACK.map((card) => [card, 1]));

const SIGNS = /** @type {Record<string, string>} */ ({ C: "♣", D: "♦", H: "♥", S: "♠" });
const TYPED = /** @type {Record<string, string>} */ ({
  "♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S",
});
const TOKEN = /jk|joker|\*|(10|[a2-9tjqk])([cdhs♣♧♦♢♥♡♠♤])?|3[rb]/giy;

/** @param {string} card nothing for a joker or an unseen card */
const marks = (card) => (card === JOKER || card === "??" ? "" : card);

/** The rank letter, or nothing. @param {string} card */
export const rankOf = (card) => marks(card).charAt(0);

/** The suit letter, R or B for a three of which only the colour is known, or nothing.
 * @param {string} card */
export const suitOf = (card) => marks(card).slice(1);

/** The kind of a card in Hand, Knee and Foot: its rank, with the colour of threes. @param {string} card */
export const kindOf = (card) => (card === JOKER ? card : card[0] === "3" ? card.replace(/[HD]$/, "R").replace(/[CS]$/, "B") : card[0]);

/** A rank as it stands on a card: 10 for T. @param {string} card */
export const indexOf = (card) => (rankOf(card) === "T" ? "10" : rankOf(card));

/** A card in short: 7♣. @param {string} card */
export function short(card) {
  if (card === JOKER) return say("joker");
  return indexOf(card) + (SIGNS[suitOf(card)] ?? "");
}

/** A card in words: seven of clubs. @param {string} card */
export function nameOf(card) {
  if (card === JOKER) return say("joker");
  if (card === "??") return say("unseen");
  const rank = say(`rank_${rankOf(card)}`);
  const suit = suitOf(card);
  if (!suit) return rank;
  return suit === "R" || suit === "B" ? say(`three_${suit}`) : say("card", rank, say(`suit_${suit}`));
}

/** The text of the service with tens and symbols as on the cards, and moves of Knotty Nines in words. @param {string} text */
export const plain = (text) =>
  text.replace(/\b([A2-9TJQK])([CDHS])\b/g, (card) => short(card)).replace(/\bT(?=[♣♦♥♠])/g, "10").replace(/\b(\d)>(\d)\b/g, say("onto", "$1", "$2"));

/**
 * Cards typed by a person, as in "AH KD 7c", "10♠" or "AHKD7C".
 * @param {string} text @param {boolean} [kinds] whether a suit may be left out
 * @returns {{cards: string[], rest: string}} rest is what could not be read
 */
export function readCards(text, kinds = false) {
  /** @type {string[][]} */
  const [cards, unread] = [[], []];
  let at = 0;
  while (at < text.length) {
    if (/[\s,.;-]/.test(text[at])) {
      at++;
      continue;
    }
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    const card = found && cardOf(found, text, kinds);
    if (card) cards.push(card);
    else unread.push(text.slice(at).split(/[\s,.;-]/, 1)[0]);
    at = card ? TOKEN.lastIndex : at + unread[unread.length - 1].length;
  }
  return { cards, rest: unread.join(" ") };
}

/** @param {RegExpExecArray} found @param {string} text @param {boolean} kinds */
function cardOf(found, text, kinds) {
  const [whole, rank, suit] = found;
  if (!rank) return /^3/.test(whole) ? (kinds ? whole.toUpperCase() : "") : JOKER;
  const letter = rank === "10" ? "T" : rank.toUpperCase();
  if (suit) return letter + (TYPED[suit] ?? suit.toUpperCase());
  if (!kinds) return "";
  const colour = text[TOKEN.lastIndex]?.toUpperCase();
  if (letter !== "3") return letter;
  if (colour !== "R" && colour !== "B") return "";
  TOKEN.lastIndex++;
  return "3" + colour;
}

/** Hands are shown by suit, the highest card first, black and red in turn.
 * @param {readonly string[]} cards @param {string} [order] of ranks, lowest first */
export function sorted(cards, order = "23456789TJQKA") {
  const value = (/** @type {string} */ card) =>
    card === JOKER ? 999 : 20 * "CDSH".indexOf(suitOf(card)) - order.indexOf(rankOf(card));
  return [...cards].sort((one, other) => value(one) - value(other));
}
