import { Permission } from "sdkpp/wire";

/** Until then one of the broader permissions is enough (2026-02-23). */
const SPLIT_AT = Date.UTC(2026, 1, 23);

/** A permission that was split off → the broader ones that included it. */
const BROADER = {
  PinMessages: Permission.ManageMessages,
  BypassSlowmode: Permission.ManageMessages | Permission.ManageChannels | Permission.ManageThreads,
  CreateGuildExpressions: Permission.ManageGuildExpressions,
  CreateEvents: Permission.ManageEvents,
} as const;

/** Names of the permissions that were split off broader ones. */
export type SplitPermission = keyof typeof BROADER;

/**
 * Whether permissions include one that was split off a broader one.
 * @param granted of a member in the guild or in a channel
 * @param now Unix milliseconds
 */
export function includesSplit(granted: bigint, name: SplitPermission, now: number): boolean {
  const enough = Permission[name] | (now < SPLIT_AT ? BROADER[name] : 0n);
  return (granted & enough) !== 0n;
}
