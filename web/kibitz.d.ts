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

export interface Fault {
  pointer: string;
  code: string;
  message: string;
}

/** What the service refuses, with everything that is wrong with the request. */
export class Problem extends Error {
  constructor(body: { title?: string; status?: number; detail?: string; errors?: Fault[] });
  title: string;
  status: number;
  errors: Fault[];
}

/** Wait so many milliseconds; rejects with the reason of the signal. */
export function pause(ms: number, signal?: AbortSignal): Promise<void>;

/** A job; its result is what its kind answers. */
export type Job = Omit<Schemas["JobStatus"], "result"> & { result?: any };

/** The service at one address. */
export class Kibitz {
  /** `base`: address of the service, with a slash at its end. */
  constructor(base: string | URL);
  base: URL;
  /** The answer to one verb of one game; rejects with a Problem. */
  ask<G extends string, V extends string>(
    game: G, verb: V, body: Body<G, V>, signal?: AbortSignal,
  ): Promise<Answer<G, V>>;
  /** What a GET answers, such as `v1/games`. */
  read(path: string, signal?: AbortSignal): Promise<any>;
  /** The improving answers of a verb that searches. Breaking off the loop ends the search. */
  stream<G extends string, V extends string>(
    game: G, verb: V, body: Body<G, V>, signal?: AbortSignal,
  ): AsyncGenerator<Line<G, V>>;
  /** A job from its submission to its end, with all that it has found so far; rejects with a
   * Problem. Breaking off the loop cancels it. */
  job(body: { kind: string; game: string; [field: string]: unknown }, signal?: AbortSignal): AsyncGenerator<Job>;
}
