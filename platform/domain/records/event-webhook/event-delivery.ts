import type { Snowflake, WebAddress } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";
import { endKey } from "../end-key.js";

/** An event that waits until its application has acknowledged it. */
export interface EventDelivery {
  readonly id: Snowflake;
  readonly applicationId: Snowflake;
  readonly type: string;
  /** The address that replaces the application's own. */
  readonly url?: WebAddress | undefined;
  /** The request's body, as it is signed. */
  readonly body: string;
  /** Attempts that have failed. */
  readonly attempts: number;
  /** Unix milliseconds */
  readonly queuedAt: number;
  /** When it is sent next, Unix milliseconds. */
  readonly dueAt: number;
}

/** The queue of undelivered events of one application. */
export interface EventQueue {
  readonly applicationId: Snowflake;
  readonly waiting: number;
  /** Events in a row that no attempt delivered. */
  readonly givenUp: number;
  /** Events that found the queue full. */
  readonly dropped: number;
}

/** Each application has an index of its own, so that the events of one do not hide those of others. */
export function deliveryIndex({ applicationId, dueAt }: EventDelivery): IndexValues {
  return { application: applicationId, [dueIndex(applicationId)]: endKey(dueAt) };
}

export function dueIndex(applicationId: Snowflake): string {
  return `due:${applicationId}`;
}
