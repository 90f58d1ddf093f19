import type { CallStore, NotedTides } from "../../call/index.js";
import { randomBytes } from "../../net/index.js";
import {
  functionArgument,
  GroundSeal,
  KEEP_KEY_BYTES,
  objectArgument,
  textArgument,
} from "../../protocol/index.js";
import { ArgumentError, ArgumentRangeError } from "../../wire/index.js";

/** Keeps a call outside of its process, so that another one goes on with it when this one has died. */
export interface KeepOptions {
  /**
   * outlives the process: in a supervisor that this process is connected to, or a database. While it does not answer, sound goes on for
   * at least a minute with the numbers that were granted, and is silent then
   */
  store: CallStore;
  /** at least 32 random bytes, which every process that may go on with the call has, and the store has not: tokens and keys are sealed with it */
  key: Uint8Array;
  /** names the call in the store: another one for each call that lasts at the same time */
  call: string;
}

/** @internal Those of a voice process, whose supervisor has the store. */
export interface HostedKeep extends KeepOptions {
  /** in which the calls of this machine note their ticks */
  tides?: NotedTides | undefined;
}

/** Checked. */
export interface CheckedKeep {
  readonly tides: NotedTides | undefined;
  readonly store: CallStore;
  readonly seal: GroundSeal;
  readonly call: string;
}

/** @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property */
export function keepArgument(name: string, options: HostedKeep): CheckedKeep {
  const { store, key, call, tides } = objectArgument(name, options);
  objectArgument(`${name}.store`, store);
  for (const member of ["read", "swap"] as const) functionArgument(`${name}.store.${member}`, store[member]);
  if (!(key instanceof Uint8Array)) throw new ArgumentError(`${name}.key`, "bytes", typeof key);
  if (key.length < KEEP_KEY_BYTES)
    throw new ArgumentRangeError(
      `${name}.key`,
      `at least ${String(KEEP_KEY_BYTES)} bytes`,
      String(key.length),
    );
  if (textArgument(`${name}.call`, call) === "")
    throw new ArgumentError(`${name}.call`, "a text that is not empty", "an empty one");
  return { store, seal: new GroundSeal(key, randomBytes), call, tides };
}
