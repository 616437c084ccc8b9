// A client of the service: requests, streams of improving answers, jobs, problems.
//
// It uses nothing but fetch, so that it runs in any browser and in Node 20 or later:
//
//     const kibitz = new Kibitz("http://127.0.0.1:8000/");
//     const { text } = await kibitz.ask("knaves", "deal", { seed: 7 });
//     for await (const line of kibitz.stream("knaves", "analyze", { position: text })) …
//
// It asks again, waits and fails by the rules of the Python client; tests hold both to them.

/** @typedef {{unit?: string, done?: number, total?: number, best?: string}} Progress */
/** @typedef {{final: boolean, progress?: Progress, answer?: any, decision?: any,
 *   problem?: any}} Line */
/** @typedef {{number: number, progress?: any, job?: any}} JobEvent */

import { Connection, Unreachable, decoded, parsed, refusal, pause, sendable, waiting } from "./calling.js";

export { Busy, Refused, Unreachable, pause } from "./calling.js";

const ENDED = ["done", "failed", "cancelled"];
const NDJSON = "application/x-ndjson";

/** The service at one address. */
export class Kibitz {
  /** @type {Connection} */
  #connection;

  /**
   * @param {string | URL} base address of the service, with a slash at its end
   * @param {{key?: string, retries?: number, timeout?: number}} [options]
   */
  constructor(base, options = {}) {
    this.#connection = new Connection(base, options);
    this.base = this.#connection.base;
  }

  /**
   * The answer to one verb of one game.
   * @param {string} game @param {string} verb @param {object} [body]
   * @param {AbortSignal} [signal] stops the search at the service as well
   * @returns {Promise<any>}
   */
  ask(game, verb, body = {}, signal) {
    return this.#connection.json(asked(game, verb, body), signal);
  }

  /**
   * The improving answers of a verb that searches. Breaking off the loop ends the search.
   * @param {string} game @param {string} verb @param {object} body @param {AbortSignal} [signal]
   * @returns {AsyncGenerator<Line>}
   */
  async *stream(game, verb, body, signal) {
    const { searches, ...request } = asked(game, verb, body);
    const streamed = { ...request, searches: Math.min(1, searches), headers: { Accept: NDJSON } };
    for await (const text of this.#connection.lines(streamed, signal)) {
      const line = /** @type {Line} */ (parsed(text));
      if (line.problem) throw refusal(line.problem, line.problem.status, "", "", null);
      yield line;
      if (line.final) return;
    }
    throw new Unreachable("the stream ended before its last answer");
  }

  /** @param {string} path */
  #get(path) {
    return this.#connection.json({ path });
  }

  games() {
    return this.#get("v1/games");
  }

  /** @param {string} game */
  game(game) {
    return this.#get(`v1/games/${encodeURIComponent(game)}`);
  }

  capabilities() {
    return this.#get("v1/capabilities");
  }

  health() {
    return this.#get("healthz");
  }

  ready() {
    return this.#get("readyz");
  }

  async metrics() {
    return decoded(await this.#connection.bytes({ path: "metrics" }));
  }

  description() {
    return this.#get("openapi.json");
  }

  /** @param {string} name the last part of a problem's type */
  problemKind(name) {
    return this.#get(`problems/${encodeURIComponent(name)}`);
  }

  /** @param {object} job @param {string} [key] the same key again finds the same job */
  async submit(job, key = crypto.randomUUID()) {
    const headers = { "Idempotency-Key": sendable(key) };
    return this.#connection.json({ path: "v1/jobs", body: job, headers });
  }

  /** @param {{kind?: string, state?: string, limit?: number, after?: string}} [only] */
  listJobs(only = {}) {
    const given = Object.entries(only).filter(([, value]) => value !== undefined);
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
    return this.#get(`v1/jobs${given.length ? "?" : ""}${query}`);
  }

  /** @param {string} job */
  job(job) {
    return this.#get(jobPath(job));
  }

  /** @param {string} job */
  cancel(job) {
    return this.#connection.json({ path: jobPath(job), method: "DELETE" });
  }

  /** A job when it has ended, with its result. @param {string} job @param {AbortSignal} [signal] */
  async wait(job, signal) {
    for await (const event of this.following(job, undefined, signal)) {
      if (event.job) return event.job;
    }
    return this.job(job);
  }

  /**
   * The events of a job to its end, also across connections that break off.
   * @param {string} job @param {number} [after] @param {AbortSignal} [signal]
   * @returns {AsyncGenerator<JobEvent>}
   */
  async *following(job, after, signal) {
    for (let tried = 0; ; tried++) {
      let broken = new Unreachable("the events ended before the job", true);
      try {
        for await (const event of this.#events(job, after, signal)) {
          [tried, after] = [0, event.number];
          yield event;
          if (event.job) return;
        }
        if (ENDED.includes((await this.job(job)).state)) return;
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
        broken = error;
      }
      const wait = waiting(broken, tried);
      if (wait === null || tried >= this.#connection.retries) throw broken;
      await pause(wait, signal);
    }
  }

  /** The deals of a study as CSV. @param {string} study */
  async table(study) {
    return decoded(await this.#connection.bytes({ path: `${jobPath(study)}/deals.csv` }));
  }

  /** How hard the deals of a study are, as a PNG picture. @param {string} study */
  chart(study) {
    return this.#connection.bytes({ path: `${jobPath(study)}/chart.png` });
  }

  /** @param {string} job @param {number} [after] @param {AbortSignal} [signal]
   * @returns {AsyncGenerator<JobEvent>} */
  async *#events(job, after, signal) {
    /** @type {Record<string, string>} */
    const headers = { Accept: "text/event-stream" };
    if (after !== undefined) headers["Last-Event-ID"] = String(after);
    const request = { path: `${jobPath(job)}/events`, headers };
    /** @type {Record<string, string>} */
    let fields = {};
    for await (const line of this.#connection.lines(request, signal)) {
      if (line) {
        const [name] = line.split(": ", 1);
        fields[name] = line.slice(name.length + 2);
      } else {
        if ("data" in fields) {
          const event = { number: Number(fields.id) };
          yield { ...event, [fields.event === "end" ? "job" : "progress"]: parsed(fields.data) };
        }
        fields = {}; // without data it was a comment, so that the connection is not taken for dead
      }
    }
  }
}

/** @param {string} game @param {string} verb @param {any} body */
function asked(game, verb, body) {
  const path = `v1/games/${encodeURIComponent(game)}/${encodeURIComponent(verb)}`;
  return { path, body, searches: searches(verb, body) };
}

/** How many searches an answer takes: a review one for each move. @param {string} verb @param {any} body */
function searches(verb, body) {
  if (verb !== "review") return ["solve", "hint", "analyze", "choose"].includes(verb) ? 1 : 0;
  const { record } = body;
  return (typeof record === "string" ? record.split(/\s+/) : record?.moves ?? []).length;
}

/** @param {string} job */
function jobPath(job) {
  return `v1/jobs/${encodeURIComponent(job)}`;
}
