import { ErrorType, type Client, type ClientResult } from "sdkpp";
import type { Scene } from "./scene.js";

/** The last argument of every operation: a callback, options of the Promise form, or neither. */
export type Last = ((...args: never[]) => void) | { signal?: AbortSignal } | undefined;

/** A prepared operation. */
export type Start = (last: Last) => unknown;

/** The expected fields of a failed result; absent ones must have their defaults. */
export interface Expected {
  readonly type: ErrorType;
  readonly status?: number;
  readonly errorCode?: number;
  readonly retryable?: boolean;
  readonly retryAfter?: number;
}

/** One documented failure of an operation, and how to cause it. */
export interface FailureRow {
  readonly claim: string;
  /** Causes the failure. @returns the operation to start, of the affected client; called again for each form */
  readonly arrange: (scene: Scene) => Start | Promise<Start>;
  /** Undoes the cause. */
  readonly undo?: (scene: Scene) => Promise<void> | void;
  readonly expected: Expected;
}

/** The behaviour of an operation without a ready connection: fails like this, or works as usual. */
export type Unready = ErrorType | "works";

/** One operation of the SDK. `Given`: the preconditions of its success. */
export interface OperationRow<Given = unknown> {
  /** Name as in `Client.<name>`. */
  readonly name: keyof Client & string;
  /** The client that succeeds; default: Ada's. */
  readonly by?: (given: Given) => Client;
  /** Sets up the preconditions of the operation; can be called any number of times. */
  readonly prepare: (scene: Scene) => Promise<Given> | Given;
  readonly start: (client: Client, given: Given, last: Last) => unknown;
  /** Setup for another client of Ada. */
  readonly settle?: (client: Client) => Promise<unknown>;
  /** Checks the effect from outside the client. @param values the callback's arguments after the result */
  readonly effect: (scene: Scene, given: Given, values: readonly unknown[]) => Promise<void> | void;
  /** The callback's arguments after a failed result. */
  readonly defaults: readonly unknown[];
  /** Route of its first request, as the platform names routes; absent: it sends none. */
  readonly route?: string;
  /** Default `ClientNotReady`. An operation may need the connection only once there is to be one. */
  readonly unready?: Unready | Readonly<Record<"disconnected" | "connecting", Unready>>;
  /** The SDK's function with which the platform can disable it; absent: it needs no session. */
  readonly functionName?: string;
  /** Has no result and cannot fail. */
  readonly isVoid?: boolean;
  readonly failures?: readonly FailureRow[];
}

/** Allows rows with different `Given` in one table. */
export function row<Given>(one: OperationRow<Given>): OperationRow {
  return one as OperationRow;
}

/** The outcome of an operation. */
export interface Outcome {
  /** Undefined for operations without a result. */
  readonly result: ClientResult | undefined;
  readonly values: readonly unknown[];
}

/** A failure that needs preparations. */
export const failsAfter = (
  claim: string,
  expected: Expected,
  arrange: FailureRow["arrange"],
  undo?: FailureRow["undo"],
): FailureRow => ({ claim, expected, arrange, ...(undo && { undo }) });

type StartIn = (scene: Scene, last: never) => unknown;

export const fails = (claim: string, expected: Expected, start: StartIn): FailureRow =>
  failsAfter(claim, expected, (scene) => (last) => start(scene, last as never));

/** An argument breaks its rule. */
export const isInvalid = (claim: string, start: StartIn): FailureRow =>
  fails(claim, { type: ErrorType.ValidationError }, start);
