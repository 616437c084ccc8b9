// How requests are sent: again where that is of use, and no longer waited for than makes sense.
//
// The rules are those of the Python client; tests hold both to them.

/** @typedef {{pointer: string, code: string, message: string}} Fault */
/** @typedef {{type: string, title: string, status: number, detail: string, errors: Fault[]}} Problem */
/** @typedef {{path: string, method?: string, body?: object, headers?: Record<string, string>,
 *   searches?: number}} Request */
/** @typedef {{response: Response, watch: Watch, bytes: Uint8Array<ArrayBuffer>}} Answered */

const RETRIES = 3;
// Milliseconds without a byte, apart from the time of a search.
const TIMEOUT = 60_000;
// That a service gives a search that sets no time, or less.
const USUAL_SEARCH = 10_000;
// It doubles with every try.
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8_000;
// Who is to come back later than that is not kept waiting.
const LONGEST_WAIT = 30_000;
const BUSY = [429, 503];

/** Nothing that can be read came back: no service there, a connection lost, or a timeout. */
export class Unreachable extends Error {
  /** @param {string} message @param {boolean} [again] whether to send the same request once more */
  constructor(message, again = false) {
    super(message);
    this.name = "Unreachable";
    this.again = again;
  }
}

/** What the service refuses, with everything that is wrong with the request. */
export class Refused extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.detail || problem.title);
    this.name = "Refused";
    this.problem = problem;
    this.title = problem.title;
    this.status = problem.status;
    this.errors = problem.errors;
  }
}

/** Refused for now, with 429 or 503. */
export class Busy extends Refused {
  /** @param {Problem} problem @param {number | null} retryAfter seconds, if the service says so */
  constructor(problem, retryAfter) {
    super(problem);
    this.name = "Busy";
    this.retryAfter = retryAfter;
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

/** The address of a service. @param {string | URL} base @returns {URL} */
function address(base) {
  let found;
  try {
    found = new URL(base);
  } catch {} // said below
  if (found?.protocol === "http:" || found?.protocol === "https:") return found;
  throw new TypeError(`'${base}' is not an address: write http://host:port`);
}

/** A key that a header can hold; the error never shows it. @template {string | undefined} K @param {K} key @returns {K} */
export function sendable(key) {
  if (key === undefined || key === null || /^[ -~]*$/.test(key)) return key;
  throw new TypeError("the key has characters that a key never has");
}

/** Sends requests to one address. */
export class Connection {
  /** @param {string | URL} base @param {{key?: string, retries?: number, timeout?: number}} options */
  constructor(base, { key, retries = RETRIES, timeout = TIMEOUT, ...unknown }) {
    for (const name in unknown) throw new TypeError(`there is no option '${name}'`);
    if (!Number.isInteger(retries) || retries < 0) {
      throw new RangeError(`retries should be a whole number from 0 on, not '${retries}'`);
    }
    if (!(Number.isFinite(timeout) && timeout > 0)) {
      throw new RangeError(`timeout should be more than 0 milliseconds, not '${timeout}'`);
    }
    this.base = address(base);
    this.key = sendable(key);
    this.retries = retries;
    this.timeout = timeout;
  }

  /** What is answered as JSON. @param {Request} request @param {AbortSignal} [signal] @returns {Promise<any>} */
  async json(request, signal) {
    return parsed(decoded(await this.bytes(request, signal)));
  }

  /** What is answered. @param {Request} request @param {AbortSignal} [signal] */
  async bytes(request, signal) {
    const { watch, bytes } = await this.#send(request, false, signal);
    watch.end();
    return bytes;
  }

  /** What is answered line by line. @param {Request} request @param {AbortSignal} [signal] */
  async *lines(request, signal) {
    const { response, watch } = await this.#send(request, true, signal);
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    let rest = "";
    try {
      while (reader) {
        const { done, value } = await reader.read().catch((error) => {
          throw watch.failure(error);
        });
        if (done) return;
        watch.heard();
        const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
        rest = lines.pop() ?? "";
        yield* lines;
      }
    } finally {
      watch.end();
    }
  }

  /**
   * What is answered, again and again where that is of use; rejects with what is left then.
   * @param {Request} request @param {boolean} stream @param {AbortSignal} [signal]
   * @returns {Promise<Answered>}
   */
  async #send(request, stream, signal) {
    for (let tried = 0; ; tried++) {
      const found = await this.#try(request, stream, signal);
      if (!(found instanceof Error)) return found;
      const wait = waiting(found, tried);
      if (wait === null || tried >= this.retries) {
        if (found instanceof Unreachable) found.again = false;
        throw found;
      }
      await pause(wait, signal);
    }
  }

  /**
   * One try: what is answered, or what to reject with in its place.
   * @param {Request} request @param {boolean} stream @param {AbortSignal} [signal]
   * @returns {Promise<Answered | Refused | Unreachable>}
   */
  async #try({ path, method, body, headers, searches = 0 }, stream, signal) {
    const limit = /** @type {any} */ (body)?.limits?.time_ms ?? USUAL_SEARCH;
    const watch = new Watch(this.timeout + searches * limit, this.base, signal);
    const sent = {
      method: method ?? (body ? "POST" : "GET"),
      headers: {
        ...(this.key && { Authorization: `Bearer ${this.key}` }),
        ...(body && { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      // Also from a page that is being closed.
      keepalive: method === "DELETE",
      signal: watch.signal,
    };
    try {
      const response = await fetch(new URL(path, this.base), sent);
      const whole = !stream || !response.ok;
      const bytes = new Uint8Array(whole ? await response.arrayBuffer() : []);
      if (response.ok) return { response, watch, bytes };
      watch.end();
      const { status, statusText } = response;
      const [text, later] = [decoded(bytes), response.headers.get("Retry-After")];
      return refusal(object(text), status, statusText || `Status ${status}`, text, later);
    } catch (error) {
      watch.end();
      return watch.failure(error);
    }
  }
}

/** Ends a request that nothing has come of for too long. */
class Watch {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #stop = new AbortController();

  /** @param {number} ms @param {URL} base @param {AbortSignal} [asker] */
  constructor(ms, base, asker) {
    this.ms = ms;
    this.base = base;
    this.asker = asker;
    this.signal = asker ? AbortSignal.any([asker, this.#stop.signal]) : this.#stop.signal;
    this.late = false;
    this.heard();
  }

  /** Something came: wait as long again. */
  heard() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.late = true;
      this.#stop.abort();
    }, this.ms);
  }

  /** Nothing more is waited for; what still comes is not wanted. */
  end() {
    clearTimeout(this.#timer);
    this.#stop.abort();
  }

  /** What an error of the transport means. @param {any} error */
  failure(error) {
    if (this.asker?.aborted) throw this.asker.reason;
    if (this.late) return new Unreachable(`${this.base} gave no answer for ${this.ms} ms`);
    const why = error?.cause?.message ?? error?.message ?? error;
    return new Unreachable(`${this.base} gave no answer: ${why}`, true);
  }
}

/**
 * Milliseconds to wait after so many tries; null when another is of no use. A part of it is random,
 * so that those who failed together do not come back together.
 * @param {Refused | Unreachable} failure @param {number} tried
 */
export function waiting(failure, tried) {
  const step = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** tried);
  if (failure instanceof Busy && failure.retryAfter !== null) {
    const wait = 1000 * failure.retryAfter;
    return wait <= LONGEST_WAIT ? wait + step * Math.random() : null;
  }
  const again = failure instanceof Busy || (failure instanceof Unreachable && failure.again);
  return again ? (step * (1 + Math.random())) / 2 : null;
}

/**
 * What to reject with for a response that is no answer.
 * @param {any} given the problem, where it is one @param {number} status @param {string} title
 * @param {string} text @param {string | null} later the header Retry-After
 */
export function refusal(given, status, title, text, later) {
  const known = { type: "about:blank", title, detail: given ? "" : text.slice(0, 200), errors: [] };
  const problem = { ...known, ...given, status };
  return BUSY.includes(status) ? new Busy(problem, secondsUntil(later)) : new Refused(problem);
}

/** @param {string | null} later */
function secondsUntil(later) {
  if (later === null) return null;
  if (/^\d+$/.test(later)) return Number(later);
  const when = Date.parse(later);
  return Number.isNaN(when) ? null : Math.max(0, (when - Date.now()) / 1000);
}

/** @param {Uint8Array} bytes */
export function decoded(bytes) {
  return new TextDecoder().decode(bytes);
}

/** @param {string} text */
function object(text) {
  try {
    const found = JSON.parse(text);
    return typeof found === "object" && !Array.isArray(found) ? found : null;
  } catch {
    return null;
  }
}

/** @param {string} text @returns {any} */
export function parsed(text) {
  const found = object(text);
  if (found === null) {
    throw new Unreachable(`what came back is no answer of Kibitz: ${text.slice(0, 100)}`);
  }
  return found;
}
