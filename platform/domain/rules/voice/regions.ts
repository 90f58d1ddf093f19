import type { Snowflake } from "sdkpp/wire";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { ownGuild } from "../../world/guild/guilds.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { VoiceWorld } from "../../world/voice/voice-world.js";
import { unknownGuild } from "../faults.js";
import { done, type Result } from "../outcome.js";

type Region = Record<string, unknown>;

/** `GET /voice/regions`: the one voice server, unless it is gone. */
export function listRegions(world: VoiceWorld): Result<Region[]> {
  const region = { id: "local", name: "Local", custom: false, deprecated: false, optimal: true };
  return done(world.voice.endpoint === null ? [] : [region]);
}

/** `GET /guilds/{id}/regions`: the same in every server. */
export function listGuildRegions(
  world: VoiceWorld & GuildWorld,
  actor: Actor,
  guildId: Snowflake,
): Result<Region[]> {
  return ownGuild(world, actor, guildId) === undefined ? unknownGuild() : listRegions(world);
}
