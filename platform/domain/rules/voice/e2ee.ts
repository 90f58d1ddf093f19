import { ChannelType } from "../../records/guild/guild.js";
import type { Participation } from "../../records/voice/participation.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { ClockPort } from "../../world/ports.js";

export const E2EE_MODES = ["required", "optional", "off"] as const;

/**
 * - `required`: from 2026-03-01 on the platform's clock, clients without support for end-to-end encryption are closed with
 *   4017; before, as `optional`
 * - `optional`: it is on while everybody in a call knows it
 * - `off`: it is never offered
 */
export type E2eeMode = (typeof E2EE_MODES)[number];

/** From then on calls need end-to-end encryption (2026-03-01). */
export const E2EE_REQUIRED_FROM = Date.UTC(2026, 2, 1);

/** The mode at a time: before its day, `required` is `optional`. @param now Unix milliseconds */
export function e2eeAt(mode: E2eeMode, now: number): E2eeMode {
  return mode === "required" && now < E2EE_REQUIRED_FROM ? "optional" : mode;
}

/** The default of a platform. */
export const DEFAULT_E2EE: E2eeMode = "required";

/** The mode of one call: stages have no end-to-end encryption, in any mode. */
export function e2eeOf(
  world: GuildWorld & ClockPort,
  { serverId, channelId }: Participation,
  mode: E2eeMode,
): E2eeMode {
  const channel = world.guilds.get(serverId)?.channels.find((one) => one.id === channelId);
  return channel?.type === ChannelType.GuildStageVoice ? "off" : e2eeAt(mode, world.clock.now());
}
