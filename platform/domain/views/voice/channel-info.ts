import { Permission, type Snowflake } from "sdkpp/wire";
import { holdsCalls, type Guild } from "../../records/guild/guild.js";
import { mayIn } from "../../records/guild/permissions.js";
import type { VoiceWorld } from "../../world/voice/voice-world.js";

type Field = (world: VoiceWorld, channelId: Snowflake) => unknown;

/** The fields that op 43 can ask for; unknown fields are left out (G§8). */
const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ["status", (world, id) => world.channelCalls.statusOf(id)],
  ["voice_start_time", (world, id) => startTimeView(world.channelCalls.startOf(id))],
]);

/** A CHANNEL_INFO: these fields of the voice channels that the user sees. */
export function channelInfoView(
  world: VoiceWorld,
  guild: Guild,
  userId: Snowflake,
  asked: readonly string[],
): Record<string, unknown> {
  const seen = guild.channels.filter(
    (channel) => holdsCalls(channel) && mayIn(guild, channel, userId, Permission.ViewChannel),
  );
  const fields = [...FIELDS].filter(([name]) => asked.includes(name));
  const channels = seen.map(({ id }) => ({
    id,
    ...Object.fromEntries(fields.map(([name, read]) => [name, read(world, id)])),
  }));
  return { guild_id: guild.id, channels };
}

/** Unix seconds on the wire. */
export function startTimeView(start: number | null): number | null {
  return start === null ? null : Math.floor(start / 1000);
}
