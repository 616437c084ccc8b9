// One tab stop for a group of buttons; the arrow keys go to the nearest one in their direction.

const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
});

/** @param {HTMLElement} group */
export function rove(group) {
  const buttons = () => /** @type {HTMLElement[]} */ ([...group.querySelectorAll("button")]);
  const settle = (/** @type {HTMLElement} */ active) => {
    for (const button of buttons()) button.tabIndex = button === active ? 0 : -1;
  };
  const first = buttons().find((button) => button.getAttribute("aria-disabled") !== "true");
  settle(first ?? buttons()[0]);
  group.addEventListener("focusin", (event) => {
    const button = /** @type {HTMLElement} */ (event.target).closest("button");
    if (button) settle(button);
  });
  group.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    const from = /** @type {HTMLElement} */ (event.target).closest("button");
    if (!step || !from || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    nearest(from, buttons(), step)?.focus();
  });
}

/** @param {HTMLElement} from @param {HTMLElement[]} all @param {[number, number]} step */
function nearest(from, all, [right, down]) {
  const [x, y] = middle(from);
  let [found, least] = [/** @type {HTMLElement | null} */ (null), Infinity];
  for (const other of all) {
    const [dx, dy] = middle(other).map((value, index) => value - [x, y][index]);
    const ahead = dx * right + dy * down;
    const aside = Math.abs(dx * down) + Math.abs(dy * right);
    const far = ahead + 3 * aside;
    if (other !== from && ahead > 1 && far < least) [found, least] = [other, far];
  }
  return found;
}

/** @param {HTMLElement} element */
function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
