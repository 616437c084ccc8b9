// The keys of the board, those of lichess where it has them.

/** @type {readonly (readonly [string[], string])[]} */
export const KEYS = [
  [["←", "k"], "One move back"],
  [["→", "j"], "One move forward"],
  [["↑"], "To the first position"],
  [["↓"], "To the end of the line"],
  [["Space"], "Play the best move that is known"],
  [["h"], "Hint, one step more each time"],
  [["a"], "Analysis on and off"],
  [["f"], "Look from the next seat"],
  [["r"], "Review on and off"],
  [["m", "b"], "Next mistake, next blunder; with Shift the one before"],
  [["Esc"], "Put a card down, stop the analysis or the review, close the review"],
  [["?"], "These keys"],
];

/** @param {import("./types").App} app @param {() => void} help */
export function listen({ store, play, analyst, reviewer }, help) {
  /** @type {Record<string, () => unknown>} */
  const acts = {
    ArrowLeft: () => play.step(-1), k: () => play.step(-1),
    ArrowRight: () => play.step(1), j: () => play.step(1),
    ArrowUp: () => play.start(), ArrowDown: () => play.end(),
    h: () => analyst.hint(), a: () => analyst.toggle(), r: () => reviewer.toggle(), "?": help,
    m: () => reviewer.step(1), M: () => reviewer.step(-1),
    b: () => reviewer.step(1, ["blunder"]), B: () => reviewer.step(-1, ["blunder"]),
    " ": () => {
      const best = analyst.best();
      return best && play.move(best);
    },
    f: () => {
      const seats = [...store.players.keys(), null];
      const next = seats[(seats.indexOf(store.seat) + 1) % seats.length];
      return store.players.length > 1 && play.watch(next);
    },
    Escape: () => (store.picked ? store.pick(null) : store.analysing ? analyst.toggle() : store.review?.running ? reviewer.stop() : reviewer.end()),
  };
  addEventListener("keydown", (event) => {
    const at = /** @type {HTMLElement} */ (event.target);
    const typing = at.closest('input:not([type="checkbox"]), textarea, select') || document.querySelector("dialog[open]");
    const pressing = event.key === " " && at.closest("button, a, summary, input");
    const act = acts[event.key];
    if (!act || typing || pressing || event.altKey || event.ctrlKey || event.metaKey) return;
    if (!store.node && event.key !== "?") return;
    event.preventDefault();
    void act();
  });
}
