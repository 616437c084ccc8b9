// Records of games as people paste them: JSON, a position in one line, or the text form.

/** @typedef {{position?: any, source?: string, rules?: any, moves: string[], names: string[]}} PlayedGame */

const FIELDS = ["game", "seats", "source", "result", "rules", "position"];
const NUMBER = /^\d{1,4}\.$/;

/** A pasted position or record; throws a SyntaxError for what is no JSON. @param {string} text @returns {PlayedGame} */
export function readPasted(text) {
  const said = text.trim();
  if (said.startsWith("{")) {
    const given = JSON.parse(said);
    const { position, source, rules, moves, seats } = given;
    const whole = Array.isArray(moves) && (position || source);
    return whole ? { position, source, rules, moves, names: seats ?? [] } : { position: given, moves: [], names: [] };
  }
  const first = said.split(":")[0].trim().toLowerCase();
  return FIELDS.includes(first) ? readText(said) : { position: said, moves: [], names: [] };
}

/** @param {string} text @returns {PlayedGame} */
function readText(text) {
  /** @type {Record<string, string>} */
  const fields = {};
  const moves = [];
  for (const line of text.split("\n")) {
    const said = line.replace(/(^|\s)#.*/, "").trim();
    const [, name, value] = /^([^:]*):(.*)$/.exec(said) ?? [];
    const field = name?.trim().toLowerCase();
    if (!moves.length && FIELDS.includes(field)) fields[field] = value.trim();
    else if (!moves.length && said.includes("~") && !fields.position) fields.position = said;
    else moves.push(...movesIn(said, namesIn(fields.seats)));
  }
  const { position, source, rules } = fields;
  return { position, source, rules: rules && rulesIn(rules), moves, names: namesIn(fields.seats) };
}

/** @param {string | undefined} seats */
const namesIn = (seats) => (seats ? seats.split(",").map((name) => name.trim().replace(/\s+/g, " ")) : []);

/** The moves of a line without numbers, and without those who made them.
 * @param {string} line @param {string[]} names */
function movesIn(line, names) {
  const written = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(" ", "\\s+"));
  const label = new RegExp(`(^|\\s)(${[...written, "(seat\\s+)?\\d"].join("|")})\\s*:`, "gi");
  const words = line.replace(label, " ").split(/\s+/);
  return words.map((word) => word.replace(/,+$/, "")).filter((word) => word && !NUMBER.test(word));
}

/** Switches as in wrap=off,piles=10. @param {string} text */
function rulesIn(text) {
  const pairs = text.split(",").map((pair) => pair.split("=").map((part) => part.trim()));
  return Object.fromEntries(pairs.map(([name, value]) => [name, { on: true, off: false }[value] ?? (/^-?\d+$/.test(value) ? Number(value) : value)]));
}
