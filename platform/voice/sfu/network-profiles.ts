import type { ImpairmentSettings } from "./impairment.js";

/** Networks by name, each the same in both directions; times of a direction, so that a round trip has them twice. */
export const NETWORK_PROFILES = {
  /** A shared wireless network at home: short bursts of loss, little delay. */
  wifi: { seed: 1, loss: 0.01, burst: 2, delayMs: 5, jitterMs: 8 },
  /** A telephone that moves: delay, and packets that overtake each other. */
  mobile: { seed: 1, loss: 0.03, burst: 3, delayMs: 60, jitterMs: 25, reorder: 0.005 },
  /** A network on which people still understand each other, with effort. */
  bad: { seed: 1, loss: 0.1, burst: 4, delayMs: 120, jitterMs: 60, reorder: 0.01, duplicate: 0.005 },
} as const satisfies Readonly<Record<string, ImpairmentSettings>>;

export type NetworkProfile = keyof typeof NETWORK_PROFILES;

export const NETWORK_PROFILE_NAMES = Object.keys(NETWORK_PROFILES) as NetworkProfile[];
