// Elements made in code: no text is ever read as markup.

/** @typedef {Node | string | null | undefined | false} Child */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, any>} Properties */

/** @type {Record<string, string>} */
const ARIA = { label: "aria-label", keys: "aria-keyshortcuts" };

/**
 * A new element, with classes as in `p.muted.small`; properties, if there are any, come before its
 * children. Of them functions are listeners, `data` and `style` are objects, `label` is read aloud,
 * `keys` do the same; the others are attributes, which false, null and undefined leave out and true
 * sets empty.
 * @template {string} T
 * @param {T} tag @param {Properties | Child | Child[]} [first] @param {...(Child | Child[])} children
 * @returns {import("./types").Tagged<T>}
 */
export function h(tag, first, ...children) {
  const [kind, ...styles] = tag.split(".");
  const element = /** @type {import("./types").Tagged<T>} */ (document.createElement(kind));
  element.classList.add(...styles);
  if (element instanceof HTMLButtonElement) element.type = "button";
  const given = /** @type {any} */ (first);
  if (given?.constructor === Object) for (const [name, value] of Object.entries(given)) set(element, name, value);
  else children.unshift(given);
  element.append(...present(children));
  return element;
}

/** Put children in the place of those an element has. @template {Element} E @param {E} element
 * @param {(Child | Child[])[]} children @returns {E} */
export function fill(element, children) {
  element.replaceChildren(...present(children));
  return element;
}

/** @param {(Child | Child[])[]} children */
const present = (children) =>
  /** @type {(Node | string)[]} */ (children.flat().filter((child) => child || child === ""));

/** @param {HTMLElement} element @param {string} name @param {any} value */
function set(element, name, value) {
  if (typeof value === "function") element.addEventListener(name.replace(/^on/, ""), value);
  else if (name === "data") Object.assign(element.dataset, value);
  else if (name === "style")
    for (const [key, to] of Object.entries(value)) element.style.setProperty(key, String(to));
  else if (name in ARIA) set(element, ARIA[name], value);
  else if (name === "value") /** @type {any} */ (element).value = value;
  else if (value === true) element.setAttribute(name, "");
  else if (value !== false && value !== null && value !== undefined)
    element.setAttribute(name, String(value));
}

/** A symbol of the sheet in the page, for the eye only. @param {string} name @param {string} [style] */
export function symbol(name, style = "symbol") {
  return shape("svg", { class: style, viewBox: "0 0 32 32", "aria-hidden": "true" }, shape("use", { href: `#${name}` }));
}

/** A drawing made of named shapes. @param {string} tag @param {Record<string, string | number>} attributes
 * @param {...Node} children */
export function shape(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * A push button. @param {string} label @param {() => void} act @param {Properties | string} [more] properties, or a class
 * @returns {HTMLButtonElement}
 */
export const button = (label, act, more) =>
  h("button", { onclick: act, ...(typeof more === "string" ? { class: more } : more) }, label);

/** One of a labelled list of choices. @param {string} label @param {string} value
 * @param {readonly (readonly [string, string])[]} choices values and their words
 * @param {(value: string) => void} [act] @returns {HTMLLabelElement} */
export function choice(label, value, choices, act = () => {}) {
  const options = choices.map(([key, words]) =>
    h("option", { value: key, selected: key === value }, words),
  );
  const select = h("select", { onchange: () => act(select.value) }, ...options);
  return h("label.field", h("span", label), select);
}
