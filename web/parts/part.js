// A part of the table's page: an element that is drawn anew as often as what it shows changes.

import { fill } from "../dom.js";

/** @typedef {import("../types").App} App */
/** @typedef {import("../dom.js").Child} Child */

export class Part extends HTMLElement {
  /** What it shows, as topics of the store. @type {string[]} */
  topics = ["node"];

  /** @param {App} app @param {AbortSignal} signal ends with the page */
  begin(app, signal) {
    for (const topic of this.topics) app.store.on(topic, () => this.show(app), signal);
    return this;
  }

  /** Draw it; the button that has the focus keeps it. @param {App} app */
  show(app) {
    const focused = this.contains(document.activeElement) ? document.activeElement?.textContent : null;
    const inside = this.inside(app);
    this.hidden = !inside;
    fill(this, inside ?? []);
    if (focused) [...this.querySelectorAll("button")].find((one) => one.textContent === focused)?.focus();
  }

  /** What is in it; nothing where there is nothing to show. @param {App} _ @returns {Child[] | null} */
  inside(_) {
    return null;
  }
}
