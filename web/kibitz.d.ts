// The types of kibitz.js. What is sent and answered is in openapi.d.ts, which is made from the
// description of the service: for a game and a verb that are known, all fields are checked.

import type { Verbs, components } from "./openapi.js";

export type Schemas = components["schemas"];
export type { Verbs };

type Of<G extends string, V extends string, What extends "body" | "answer" | "line"> =
  G extends keyof Verbs
    ? V extends keyof Verbs[G]
      ? Verbs[G][V] extends Record<What, infer Found> ? Found : never
      : never
    : string extends G ? (What extends "body" ? object : any) : never;

export type Body<G extends string, V extends string> = Of<G, V, "body">;
export type Answer<G extends string, V extends string> = Of<G, V, "answer">;
export type Line<G extends string, V extends string> = Of<G, V, "line">;

/** How a job stands; `number` is what to go on after. `job` comes in the last event. */
export interface JobEvent {
  number: number;
  progress?: Schemas["JobProgress"];
  job?: Schemas["JobStatus"];
}

/** Nothing that can be read came back: no service there, a connection lost, or a timeout. */
export class Unreachable extends Error {
  constructor(message: string, again?: boolean);
  again: boolean;
}

/** What the service refuses, with everything that is wrong with the request. */
export class Refused extends Error {
  constructor(problem: Schemas["Problem"]);
  problem: Schemas["Problem"];
  title: string;
  status: number;
  errors: Schemas["ProblemFault"][];
}

/** Refused for now, with 429 or 503; `retryAfter`: in so many seconds it is of use to ask again. */
export class Busy extends Refused {
  constructor(problem: Schemas["Problem"], retryAfter: number | null);
  retryAfter: number | null;
}

export interface Options {
  /** Where the service gives keys. */
  key?: string;
  /** How often to ask again, at most; 3 by default. */
  retries?: number;
  /** Milliseconds to wait for a byte, besides the time of a search; 60,000 by default. */
  timeout?: number;
}

/** Wait so many milliseconds; rejects with the reason of the signal. */
export function pause(ms: number, signal?: AbortSignal): Promise<void>;

/** The service at one address. Every call rejects with Refused, Busy or Unreachable. */
export class Kibitz {
  /** `base`: address of the service, with a slash at its end. */
  constructor(base: string | URL, options?: Options);
  base: URL;
  /** The answer to one verb of one game. */
  ask<G extends string, V extends string>(
    game: G, verb: V, body: Body<G, V>, signal?: AbortSignal,
  ): Promise<Answer<G, V>>;
  /** The improving answers of a verb that searches. Breaking off the loop ends the search. */
  stream<G extends string, V extends string>(
    game: G, verb: V, body: Body<G, V>, signal?: AbortSignal,
  ): AsyncGenerator<Line<G, V>>;
  /** The games that are there. */
  games(): Promise<Schemas["GamesAnswer"]>;
  /** Everything about one game. */
  game(game: string): Promise<Schemas["GameAnswer"]>;
  /** Version, games and limits in force. */
  capabilities(): Promise<Schemas["CapabilitiesAnswer"]>;
  /** That the service lives. */
  health(): Promise<Schemas["HealthAnswer"]>;
  /** That every game is answered for; while one is not, Busy with how far it is. */
  ready(): Promise<Schemas["ReadyAnswer"]>;
  /** The counts of the service, in the text form of Prometheus. */
  metrics(): Promise<string>;
  /** The OpenAPI description of the service. */
  description(): Promise<any>;
  /** What a kind of problem means; `name`: the last part of a problem's type. */
  problemKind(name: string): Promise<Schemas["ProblemKind"]>;
  /** Long work into the queue; the same `key` again finds the same job. Without an API key its `id` alone does. */
  submit(job: Schemas["Job"], key?: string): Promise<Schemas["JobStatus"]>;
  /** Jobs submitted with the same API key, the newest first, none without one; `after`: a list's `next`. */
  listJobs(
    only?: { kind?: string; state?: Schemas["JobStatus"]["state"]; limit?: number; after?: string },
  ): Promise<Schemas["JobList"]>;
  /** How a job stands, and what it has found so far. */
  job(job: string): Promise<Schemas["JobStatus"]>;
  /** End a job; what it has found stays. */
  cancel(job: string): Promise<Schemas["JobStatus"]>;
  /** A job when it has ended, with its result. */
  wait(job: string, signal?: AbortSignal): Promise<Schemas["JobStatus"]>;
  /** The events of a job to its end, also across connections that break off. */
  following(job: string, after?: number, signal?: AbortSignal): AsyncGenerator<JobEvent>;
  /** The deals of a study as CSV. */
  table(study: string): Promise<string>;
  /** How hard the deals of a study are, as a PNG picture. */
  chart(study: string): Promise<Uint8Array>;
}
