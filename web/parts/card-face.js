// <card-face code="7C">: the face of a card, or its back without a code. Drawn from the symbols in
// the page, so crisp at every size; the colours come from the style sheet.

import { indexOf, JOKER, rankOf, suitOf } from "../cards.js";
import { h, symbol } from "../dom.js";
import { say } from "../messages.js";

const COURT = /** @type {Record<string, string>} */ ({ J: "jack", Q: "queen", K: "king" });

class CardFace extends HTMLElement {
  static observedAttributes = ["code"];

  attributeChangedCallback() {
    const code = this.getAttribute("code") ?? "";
    this.dataset.suit = suitOf(code) || (code === JOKER ? JOKER : "");
    if (code === JOKER) this.title = say("joker");
    this.replaceChildren(...(code && code !== "??" ? faceOf(code) : [symbol("back", "back")]));
  }

  connectedCallback() {
    if (!this.firstChild) this.attributeChangedCallback();
  }
}

/** @param {string} code */
function faceOf(code) {
  if (code === JOKER)
    return [h("span.index.named", symbol("joker", "pip"), h("span.word", say("joker"))), symbol("joker", "big")];
  const suit = suitOf(code);
  const known = "CDHS".includes(suit) && suit !== "";
  const rank = h("span", { class: code[0] === "T" ? "rank ten" : "rank" }, indexOf(code));
  const sign = known && `suit-${suit}`;
  const big = COURT[rankOf(code)] ?? sign;
  return [
    h("span.index", rank, sign && symbol(sign, "pip")),
    big ? symbol(big, COURT[rankOf(code)] ? "big court" : "big") : h("span.big.rank", indexOf(code)),
  ];
}

/** Cards of a game, for the eye only. @param {import("../types").About} about */
export const sampleOf = ({ sample }) => h("span.sample", { "aria-hidden": "true" }, sample.map((code) => h("card-face", { code })));

customElements.define("card-face", CardFace);
