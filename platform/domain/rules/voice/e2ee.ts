import { ChannelType } from "../../records/guild/guild.js";
import type { Participation } from "../../records/voice/participation.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";

export const E2EE_MODES = ["required", "optional", "off"] as const;

/**
 * - `required`: clients without support for end-to-end encryption are closed with 4017
 * - `optional`: it is on while everybody in a call knows it
 * - `off`: it is never offered
 */
export type E2eeMode = (typeof E2EE_MODES)[number];

/** The default of a platform. */
export const DEFAULT_E2EE: E2eeMode = "required";

/** What holds for one call: stages stay without end-to-end encryption, whatever the rest does. */
export function e2eeOf(world: GuildWorld, { serverId, channelId }: Participation, mode: E2eeMode): E2eeMode {
  const channel = world.guilds.get(serverId)?.channels.find((one) => one.id === channelId);
  return channel?.type === ChannelType.GuildStageVoice ? "off" : mode;
}
