import type { FieldErrorTree } from "sdkpp/wire";
import type { Fact } from "../facts/facts.js";

/** The reply of a rule, and the facts that it made. */
export interface Outcome<T> {
  readonly reply: T;
  /** Facts in the order in which they happened. */
  readonly facts: readonly Fact[];
}

/** A rejection by a rule, with the numbers of the wire (H§1.5, H§16). */
export class Fault {
  constructor(
    readonly status: number,
    readonly code: number,
    readonly message: string,
    readonly errors?: FieldErrorTree,
    /** Further fields of the body. */
    readonly details?: Readonly<Record<string, unknown>>,
  ) {}
}

/** A rejection whose body has a form of its own. */
export class BodyFault extends Fault {
  constructor(readonly body: Readonly<Record<string, unknown>>) {
    super(400, 0, "Bad Request");
  }
}

/** A rejection that has consequences all the same. */
export class FaultWithFacts extends Fault {
  constructor(
    { status, code, message }: Fault,
    readonly facts: readonly Fact[],
  ) {
    super(status, code, message);
  }
}

export type Result<T> = Outcome<T> | Fault;

/** A reply; nothing has changed unless facts are given. */
export function done<T>(reply: T, facts: readonly Fact[] = []): Outcome<T> {
  return { reply, facts };
}
