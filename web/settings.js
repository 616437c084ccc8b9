// How the board looks and at what pace it plays; kept in this browser.

/** @type {Record<string, string>} */
export const settings = { look: "auto", deck: "two", pace: "calm" };

const PLACE = "kibitz-board";

export function loadSettings() {
  try {
    Object.assign(settings, JSON.parse(localStorage.getItem(PLACE) ?? "{}"));
  } catch {
    // Without a store, as in a private window, the usual settings are taken.
  }
  applySettings();
}

/** @param {string} key @param {string} value */
export function setting(key, value) {
  settings[key] = value;
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings));
  } catch {
    // As above.
  }
  applySettings();
}

function applySettings() {
  Object.assign(document.documentElement.dataset, settings);
}
