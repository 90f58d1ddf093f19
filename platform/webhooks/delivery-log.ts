import type { Snowflake } from "sdkpp/wire";

/** One attempt to deliver an event. */
export interface DeliveryAttempt {
  readonly eventId: Snowflake;
  readonly type: string;
  /** The address that the event was sent to. */
  readonly url: string;
  /** 1 for the first. */
  readonly attempt: number;
  /** Unix milliseconds */
  readonly at: number;
  readonly outcome: "delivered" | "will be retried" | "given up";
  /** Why it was not delivered. */
  readonly problem?: string;
}

const ATTEMPTS_MAX = 100;

/** The newest attempts of each application, in memory. */
export class DeliveryLog {
  readonly #attempts = new Map<Snowflake, DeliveryAttempt[]>();

  add(applicationId: Snowflake, attempt: DeliveryAttempt): void {
    const before = this.#attempts.get(applicationId) ?? [];
    this.#attempts.set(applicationId, [...before, attempt].slice(-ATTEMPTS_MAX));
  }

  /** Oldest first. */
  of(applicationId: Snowflake): readonly DeliveryAttempt[] {
    return this.#attempts.get(applicationId) ?? [];
  }
}
