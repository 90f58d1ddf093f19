import type { Client, ClientResult, ErrorType } from "sdkpp";
import type { Scene } from "./scene.js";

/** The last argument of every operation: a callback, options of the Promise form, or neither. */
export type Last = ((...args: never[]) => void) | { signal?: AbortSignal } | undefined;

/** An operation, all but started. */
export type Start = (last: Last) => unknown;

/** What a failed result has to say; what is not named has to be its default. */
export interface Expected {
  readonly type: ErrorType;
  readonly status?: number;
  readonly errorCode?: number;
  readonly retryable?: boolean;
  readonly retryAfter?: number;
}

/** One failure that is documented for an operation, and how it comes about. */
export interface FailureRow {
  readonly claim: string;
  /** Brings it about. @returns what starts the operation, of whoever feels it; both forms are arranged for anew */
  readonly arrange: (scene: Scene) => Start | Promise<Start>;
  /** Lets nobody feel it afterwards. */
  readonly undo?: (scene: Scene) => Promise<void> | void;
  readonly expected: Expected;
}

/** What an operation does without a ready connection: fails like this, or works as if nothing were missing. */
export type Unready = ErrorType | "works";

/** One operation of the SDK. `Given`: what has to be there for it to succeed. */
export interface OperationRow<Given = unknown> {
  /** As in `Client.<name>`. */
  readonly name: keyof Client & string;
  /** Brings the world to where the operation can succeed; can be called any number of times. */
  readonly prepare: (scene: Scene) => Promise<Given> | Given;
  readonly start: (client: Client, given: Given, last: Last) => unknown;
  /** What a client of Ada's other than hers has to have done first. */
  readonly settle?: (client: Client) => Promise<unknown>;
  /** Sees from outside of the client that it was done. @param values the callback's arguments after the result */
  readonly effect: (scene: Scene, given: Given, values: readonly unknown[]) => Promise<void> | void;
  /** The callback's arguments after the result, when it fails. */
  readonly defaults: readonly unknown[];
  /** The first request of it, as the platform names routes; none: it sends no request. */
  readonly route?: string;
  /** `ClientNotReady` unless given. */
  readonly unready?: Unready;
  /** The SDK's function by which the platform can switch it off; none: it needs no session that could say so. */
  readonly functionName?: string;
  /** Has no result, and cannot fail. */
  readonly isVoid?: boolean;
  readonly failures?: readonly FailureRow[];
}

/** Lets rows with different `Given` stand in one table. */
export function row<Given>(one: OperationRow<Given>): OperationRow {
  return one as OperationRow;
}

/** How an operation ended. */
export interface Outcome {
  /** Undefined for those that have none. */
  readonly result: ClientResult | undefined;
  readonly values: readonly unknown[];
}
