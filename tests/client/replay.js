// Replays recorded exchanges with the JavaScript client and prints what it makes of them:
//
//     node replay.js kibitz.js exchanges.json ROOT
//
// The answers come from a fetch of its own; nothing is waited for, only written down.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , client, exchanges, root] = process.argv;
const { Busy, Kibitz, Refused, Unreachable } = await import(pathToFileURL(client).href);
const HEADERS = ["accept", "authorization", "idempotency-key", "last-event-id"];
const STREAMS = { solving: "solve", hinting: "hint", analyzing: "analyze", choosing: "choose", reviewing: "review" };
const PAUSES = [100, 60_000]; // milliseconds; the clock of a request that stays silent is longer

const later = globalThis.setTimeout;
let waits = [];
globalThis.setTimeout = (done, ms, ...rest) => {
  if (ms < PAUSES[0] || ms >= PAUSES[1]) return later(done, ms, ...rest);
  waits.push(ms / 1000);
  return later(done, 0);
};
Math.random = () => 0.5;

function contentOf(answer) {
  if ("file" in answer) return readFileSync(`${root}/${answer.file}`);
  return "base64" in answer ? Buffer.from(answer.base64, "base64") : Buffer.from(answer.text);
}

function broken(content) {
  let begun = false;
  return new ReadableStream({
    pull(controller) {
      if (begun) controller.error(new TypeError("terminated"));
      else controller.enqueue(new Uint8Array(content));
      begun = true;
    },
  });
}

function scripted(answers, sent) {
  const rest = [...answers];
  return async (url, { method, headers, body, signal }) => {
    const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    sent.push({
      method,
      path: url.pathname + url.search,
      headers: Object.fromEntries(given.filter(([name]) => HEADERS.includes(name))),
      body: body === undefined ? null : JSON.parse(body),
    });
    const answer = rest.shift();
    if (answer === "lost") throw new TypeError("fetch failed");
    if (answer === "silent") {
      await new Promise((_, fail) => signal.addEventListener("abort", () => fail(signal.reason)));
    }
    const content = contentOf(answer);
    const empty = answer.status === 204;
    const full = answer.broken ? broken(content) : content;
    return new Response(empty ? null : full, { status: answer.status, headers: answer.headers });
  };
}

function called(kibitz, method, { game, job, study, name, after, key, ...body }) {
  if (method in STREAMS) return kibitz.stream(game, STREAMS[method], body);
  switch (method) {
    case "hints": return kibitz.ask(game, "hint", body);
    case "problem_kind": return kibitz.problemKind(name);
    case "list_jobs": return kibitz.listJobs(body);
    case "submit": return kibitz.submit(job, key);
    case "following": return kibitz.following(job, after);
    case "job": case "wait": case "cancel": return kibitz[method](job);
    case "table": case "chart": return kibitz[method](study);
    case "game": return kibitz.game(game);
    default: return game === undefined ? kibitz[method]() : kibitz.ask(game, method, body);
  }
}

function failure(error) {
  const kind = [Busy, Refused, Unreachable].find((each) => error instanceof each);
  if (!kind) throw error;
  const found = { error: kind.name };
  if (error instanceof Refused) found.problem = error.problem;
  if (error instanceof Busy) found.retry_after = error.retryAfter;
  return found;
}

function asJson(value) {
  return value instanceof Uint8Array ? { base64: Buffer.from(value).toString("base64") } : value;
}

async function replayed({ client: { timeout, ...options }, method, arguments: given, answers }) {
  const sent = [];
  const outcome = { sent };
  waits = [];
  globalThis.fetch = scripted(answers, sent);
  const kibitz = new Kibitz("http://kibitz.example/", { ...options, timeout: 1000 * timeout });
  try {
    const got = called(kibitz, method, given);
    if (got[Symbol.asyncIterator]) {
      outcome.items = [];
      for await (const item of got) outcome.items.push(asJson(item));
    } else outcome.returned = asJson(await got);
  } catch (error) {
    outcome.raised = failure(error);
  }
  return { ...outcome, waits };
}

const found = {};
for (const exchange of JSON.parse(readFileSync(exchanges, "utf-8"))) {
  found[exchange.name] = await replayed(exchange);
}
console.log(JSON.stringify(found));
