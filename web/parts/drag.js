// Cards can be dragged to where they go; clicking the card and then the place does the same.

const FAR = 6; // pixels, before a press becomes a drag

/**
 * @param {HTMLElement} stage
 * @param {(key: string) => boolean} mayLift @param {(key: string | null) => void} lift
 * @param {(from: string, to: string) => void} drop
 */
export function drags(stage, mayLift, lift, drop) {
  stage.addEventListener("pointerdown", (press) => {
    const card = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (press.target).closest("[data-key]"));
    const key = card?.dataset.key;
    if (!card || !key || press.button || !mayLift(key)) return;
    const moved = topOf(card);
    let lifted = false;
    const done = new AbortController();
    const { signal } = done;
    addEventListener("pointermove", (event) => {
      const [x, y] = [event.clientX - press.clientX, event.clientY - press.clientY];
      if (!lifted && Math.hypot(x, y) < FAR) return;
      if (!lifted) {
        lifted = true;
        lift(key);
        moved.classList.add("lifted");
      }
      moved.style.setProperty("translate", `${x}px ${y}px`);
    }, { signal });
    const end = (/** @type {PointerEvent} */ event) => {
      done.abort();
      moved.classList.remove("lifted");
      moved.style.removeProperty("translate");
      if (!lifted) return;
      const swallow = (/** @type {Event} */ click) => click.stopPropagation();
      addEventListener("click", swallow, { capture: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
      const to = event.type === "pointerup" && under(event, moved);
      if (to && to !== key) drop(key, to);
      else lift(null);
    };
    addEventListener("pointerup", end, { signal });
    addEventListener("pointercancel", end, { signal });
  });
}

/** The card that moves: the last one of a pile. @param {HTMLElement} card */
function topOf(card) {
  const pile = card.closest(".pile");
  const last = pile?.querySelector(".card:last-of-type");
  return last instanceof HTMLElement ? last : card;
}

/** The key of the place under the pointer. @param {PointerEvent} event @param {HTMLElement} moved */
function under(event, moved) {
  for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
    const place = element.closest("[data-key], [data-drop]");
    if (place instanceof HTMLElement && place !== moved && !moved.contains(element))
      return place.dataset.drop ?? place.dataset.key;
  }
  return undefined;
}
