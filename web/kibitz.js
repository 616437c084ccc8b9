// A client of the service: requests, streams of improving answers, problems.
//
// It uses nothing but fetch, so that it runs in any browser and in Node 18 or later:
//
//     const kibitz = new Kibitz("http://127.0.0.1:8000/");
//     const { text } = await kibitz.ask("knaves", "deal", { seed: 7 });
//     for await (const line of kibitz.stream("knaves", "analyze", { position: text })) …

/** @typedef {{pointer: string, code: string, message: string}} Fault */
/** @typedef {{unit?: string, done?: number, total?: number, best?: string}} Progress */
/** @typedef {{final: boolean, progress?: Progress, answer?: any, decision?: any,
 *   problem?: any}} Line */

/** @typedef {{id: string, state: string, progress: Progress, result?: any, errors?: Fault[]}} Job */

const RETRIES = 8; // of a request that the service is too busy to answer
const [SOON_MS, LATE_MS] = [500, 4000]; // between two looks at a job
const ENDED = ["done", "failed", "cancelled"];

/** What the service refuses, with everything that is wrong with the request. */
export class Problem extends Error {
  /** @param {{title?: string, status?: number, detail?: string, errors?: Fault[]}} body */
  constructor(body) {
    super(body.detail ?? body.title ?? "The service gave no reason");
    this.name = "Problem";
    this.title = body.title ?? "";
    this.status = body.status ?? 0;
    /** @type {Fault[]} */
    this.errors = body.errors ?? [];
  }
}

/** @param {number} ms @param {AbortSignal} [signal] @returns {Promise<void>} */
export function pause(ms, signal) {
  return new Promise((done, fail) => {
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      fail(signal.reason);
    });
  });
}

/** The service at one address. */
export class Kibitz {
  /** @param {string | URL} base address of the service, with a slash at its end */
  constructor(base) {
    this.base = new URL(base);
  }

  /**
   * The answer to one verb of one game; rejects with a Problem.
   * @param {string} game @param {string} verb @param {object} body
   * @param {AbortSignal} [signal] stops the search at the service as well
   * @returns {Promise<any>}
   */
  async ask(game, verb, body, signal) {
    return (await this.#send(`v1/games/${game}/${verb}`, "application/json", body, signal)).json();
  }

  /** What a GET answers, such as `v1/games`. @param {string} path @param {AbortSignal} [signal] @returns {Promise<any>} */
  async read(path, signal) {
    return (await this.#send(path, "application/json", undefined, signal)).json();
  }

  /**
   * The improving answers of a verb that searches. Breaking off the loop ends the search.
   * @param {string} game @param {string} verb @param {object} body @param {AbortSignal} [signal]
   * @returns {AsyncGenerator<Line>}
   */
  async *stream(game, verb, body, signal) {
    const stop = new AbortController();
    const both = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
    const path = `v1/games/${game}/${verb}`;
    const response = await this.#send(path, "application/x-ndjson", body, both);
    const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
    const decoder = new TextDecoder();
    let rest = "";
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) {
          const read = /** @type {Line} */ (JSON.parse(line));
          if (read.problem) throw new Problem(read.problem);
          yield read;
        }
      }
    } finally {
      stop.abort();
    }
  }

  /**
   * A job from its submission to its end, with all that it has found so far; rejects with a Problem.
   * Breaking off the loop cancels it.
   * @param {object} body its kind and what it takes @param {AbortSignal} [signal] cancels it as well
   * @returns {AsyncGenerator<Job>}
   */
  async *job(body, signal) {
    /** @type {Job} */
    let job = await (await this.#send("v1/jobs", "application/json", body)).json();
    const path = `v1/jobs/${job.id}`;
    const cancel = () => {
      if (!ENDED.includes(job.state)) void fetch(new URL(path, this.base), { method: "DELETE", keepalive: true }).catch(() => {});
      job = { ...job, state: "cancelled" };
    };
    signal?.addEventListener("abort", cancel);
    try {
      signal?.throwIfAborted();
      for (let wait = SOON_MS; !ENDED.includes(job.state); wait = Math.min(LATE_MS, 1.25 * wait)) {
        yield job;
        await pause(wait, signal);
        job = await this.read(path, signal);
      }
      if (job.state === "failed") throw new Problem({ errors: job.errors, detail: job.errors?.[0].message });
      yield job;
    } finally {
      signal?.removeEventListener("abort", cancel);
      cancel();
    }
  }

  /**
   * @param {string} path @param {string} accept @param {object} [body] @param {AbortSignal} [signal]
   * @returns {Promise<Response>}
   */
  async #send(path, accept, body, signal) {
    const post = { method: "POST", body: JSON.stringify(body) };
    const headers = { Accept: accept, "Content-Type": "application/json" };
    for (let tries = 0; ; tries++) {
      const asked = { headers: body ? headers : { Accept: accept }, signal, ...(body && post) };
      const response = await fetch(new URL(path, this.base), asked);
      if (response.ok) return response;
      const later = Number(response.headers.get("Retry-After"));
      if (!later || tries === RETRIES) throw await problemOf(response);
      await pause(1000 * later, signal);
    }
  }
}

/** @param {Response} response */
async function problemOf(response) {
  const status = response.status;
  return new Problem(await response.json().catch(() => ({ status, title: `Status ${status}` })));
}
