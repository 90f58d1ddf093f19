import type { Clock } from "../clock/clock.js";
import type { Application } from "../domain/records/oauth2/application.js";
import { Windows } from "./windows.js";

const HOUR_MS = 3_600_000;
const DEVELOPMENT = { limit: 100, windowMs: 2 * HOUR_MS, isForDevelopment: true } as const;

/**
 * Limits of what a request does, besides those of its route: those of an application in development count all requests that it and
 * its players make (H§1.6), others those for one channel.
 */
const QUOTAS = {
  lobbyJoin: DEVELOPMENT,
  lobbyUpdate: DEVELOPMENT,
  lobbyLink: { ...DEVELOPMENT, limit: 20 },
  lobbyMessage: DEVELOPMENT,
  directMessage: DEVELOPMENT,
  crosspost: { limit: 10, windowMs: HOUR_MS, isForDevelopment: false },
} as const;

export type Quota = keyof typeof QUOTAS;

/** Counts what is limited for longer than a second. */
export class Quotas {
  readonly #clock: Clock;
  readonly #windows: Windows;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#windows = new Windows(clock);
  }

  /**
   * Counts one request.
   * @param major the id of what the path names first
   * @returns seconds until another one is accepted; undefined: this one is
   */
  take(quota: Quota, application: Application, major: string): number | undefined {
    const { limit, windowMs, isForDevelopment } = QUOTAS[quota];
    if (isForDevelopment && application.isApproved === true) return undefined;
    const key = `${quota}|${isForDevelopment ? application.id : major}`;
    const { used, endsAt } = this.#windows.count(key, windowMs);
    return used > limit ? (endsAt - this.#clock.elapsed()) / 1000 : undefined;
  }
}
