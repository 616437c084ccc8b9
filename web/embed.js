// <kibitz-board game="knaves" position="…">: the board in a page of another site.
//
//     <script type="module" src="https://kibitz.example/web/embed.js"></script>
//     <kibitz-board position="knaves~~5H.0…" height="640"></kibitz-board>
//
// The service must allow the site in KIBITZ_EMBED_ORIGINS.

const HOME = new URL(import.meta.url.replace(/web\/.*$/, ""));

class KibitzBoard extends HTMLElement {
  static observedAttributes = ["game", "position", "moves", "height"];

  connectedCallback() {
    this.attributeChangedCallback();
  }

  attributeChangedCallback() {
    if (!this.isConnected) return;
    const frame = this.querySelector("iframe") ?? document.createElement("iframe");
    const address = new URL("?embed=1", HOME);
    const moves = this.getAttribute("moves");
    const shown = this.getAttribute("position") ?? this.getAttribute("game") ?? "";
    address.hash = moves ? `${encodeURI(shown)}&m=${encodeURIComponent(moves)}` : encodeURI(shown);
    frame.title = "Kibitz";
    frame.style.setProperty("width", "100%");
    frame.style.setProperty("border", "0");
    frame.style.setProperty("height", `${this.getAttribute("height") ?? 720}px`);
    if (frame.src !== address.href) frame.src = address.href;
    if (!frame.isConnected) this.replaceChildren(frame);
  }
}

customElements.define("kibitz-board", KibitzBoard);

export { KibitzBoard };
