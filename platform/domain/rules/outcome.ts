import type { FieldErrorTree } from "sdkpp/wire";
import type { PlatformEvent } from "../reactions/events.js";

/** What a rule answers, and what the rest of the world gets to know of it. */
export interface Outcome<T> {
  readonly reply: T;
  readonly events: readonly PlatformEvent[];
}

/** A refusal by a rule, with the numbers of the wire (H§1.5, H§16). */
export class Fault {
  constructor(
    readonly status: number,
    readonly code: number,
    readonly message: string,
    readonly errors?: FieldErrorTree,
  ) {}
}

export type Result<T> = Outcome<T> | Fault;

/** An answer; with nothing to tell anybody else unless events are given. */
export function done<T>(reply: T, events: readonly PlatformEvent[] = []): Outcome<T> {
  return { reply, events };
}
