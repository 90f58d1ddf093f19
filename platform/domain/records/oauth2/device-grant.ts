import type { Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";
import { endKey } from "../end-key.js";

/** An expired request of a device is remembered this long, so that its last poll hears why, milliseconds. */
const REMEMBERED_MS = 300_000;

/** A device that waits until a user agrees on another one (RFC 8628); its codes are not kept. */
export interface DeviceGrant {
  /** SHA-256 of the device code. */
  readonly hash: string;
  /** SHA-256 of the code that the user types. */
  readonly userCodeHash: string;
  readonly applicationId: Snowflake;
  /** The requested scopes, umbrellas unexpanded. */
  readonly scope: string;
  /** Unix milliseconds */
  readonly expiresAt: number;
  /** Shortest time between two polls, milliseconds. */
  readonly intervalMs: number;
  /** Unix milliseconds; none before the first poll. */
  readonly polledAt?: number;
  /** The user's answer; none yet unless set. */
  readonly answer?: DeviceAnswer;
}

export type DeviceAnswer =
  | { readonly type: "denied" }
  /** `at`: when the user agreed, Unix milliseconds */
  | { readonly type: "granted"; readonly userId: Snowflake; readonly at: number };

export function deviceGrantIndex({ userCodeHash, expiresAt }: DeviceGrant): IndexValues {
  return { userCode: userCodeHash, end: endKey(expiresAt + REMEMBERED_MS) };
}
