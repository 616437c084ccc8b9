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

  /** Draw it; what has the focus keeps it, or what stands in its place gets it. @param {App} app */
  show(app) {
    const focused = this.contains(document.activeElement) ? document.activeElement : null;
    const alike = () => /** @type {HTMLButtonElement[]} */ ([...this.querySelectorAll(focused?.localName ?? "button")]);
    const place = alike().findIndex((one) => one === focused);
    const inside = this.inside(app);
    this.hidden = !inside;
    fill(this, inside ?? []);
    if (!focused) return;
    const now = alike();
    const same = now.find((one) => one.textContent && one.textContent === focused.textContent) ?? now[place];
    const next = [same, ...now].find((one) => one && !one.disabled) ?? document.querySelector("main");
    next?.focus({ preventScroll: true });
  }

  /** What is in it; nothing where there is nothing to show. @param {App} _ @returns {Child[] | null} */
  inside(_) {
    return null;
  }
}
