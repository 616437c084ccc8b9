// <kibitz-board game="knaves" position="…">: the board in a page of another site.
//
//     <script src="https://kibitz.example/web/embed.js"></script>
//     <kibitz-board position="knaves~~5H.0…" height="640"></kibitz-board>
//
// The service must list the site in KIBITZ_EMBED_ORIGINS. This is a plain script and no module, since
// a module of another site would need its permission to be read.

(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const home = script.src.replace(/web\/.*$/, "");

  class KibitzBoard extends HTMLElement {
    static observedAttributes = ["game", "position", "moves", "height"];

    connectedCallback() {
      this.show();
    }

    attributeChangedCallback() {
      if (this.isConnected) this.show();
    }

    show() {
      const frame = this.querySelector("iframe") ?? document.createElement("iframe");
      const address = new URL("?embed=1", home);
      const moves = this.getAttribute("moves");
      const shown = encodeURI(this.getAttribute("position") ?? this.getAttribute("game") ?? "");
      address.hash = moves ? `${shown}&m=${encodeURIComponent(moves)}` : shown;
      frame.title = "Kibitz";
      Object.assign(frame.style, { width: "100%", border: "0", height: `${this.getAttribute("height") ?? 720}px` });
      if (frame.src !== address.href) frame.src = address.href;
      if (!frame.isConnected) this.replaceChildren(frame);
    }
  }

  customElements.define("kibitz-board", KibitzBoard);
})();
