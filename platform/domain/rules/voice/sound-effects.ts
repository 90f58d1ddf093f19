import { Permission, type Snowflake } from "sdkpp/wire";
import type { PlayableSound } from "../../records/expression/sound.js";
import { standardSound } from "../../records/expression/standard-sounds.js";
import { holdsCalls } from "../../records/guild/guild.js";
import { mayIn } from "../../records/guild/permissions.js";
import type { Participation } from "../../records/voice/participation.js";
import type { ExpressionWorld } from "../../world/expression/expression-world.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { ownGuild } from "../../world/guild/guilds.js";
import type { PlacedChannel } from "../../world/guild/placed-channel.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { VoiceWorld } from "../../world/voice/voice-world.js";
import { missingPermissions, notInVoice, unknownSound, wrongChannelType } from "../faults.js";
import { findChannel } from "../guild-access.js";
import { done, Fault, type Result } from "../outcome.js";
import { silencedEffect } from "./faults.js";

type Touched = GuildWorld & ExpressionWorld & VoiceWorld;

/** A sound in a request. */
export interface SoundChoice {
  readonly sound_id: string | number;
  /** The server whose sound it is; this one, or none, unless given. */
  readonly source_guild_id?: string | number | null | undefined;
}

/**
 * `POST /channels/{id}/send-soundboard-sound`: by somebody in the channel's call who hears it and may speak. The sounds of
 * other servers need a permission of their own.
 */
export function sendSound(
  world: Touched,
  actor: Actor,
  channelId: Snowflake,
  choice: SoundChoice,
): Result<undefined> {
  const placed = findChannel(world, actor, channelId);
  if (placed instanceof Fault) return placed;
  const { guild, channel } = placed;
  if (!holdsCalls(channel)) return wrongChannelType();
  const may = (permissions: bigint): boolean => mayIn(guild, channel, actor.user.id, permissions);
  if (!may(Permission.Speak | Permission.UseSoundboard)) return missingPermissions();
  const state = world.voice.get(guild.id, actor.user.id);
  if (state?.channelId !== channel.id) return notInVoice();
  if (isSilenced(state)) return silencedEffect();
  const sourceId = choice.source_guild_id == null ? guild.id : String(choice.source_guild_id);
  if (sourceId !== guild.id && !may(Permission.UseExternalSounds)) return missingPermissions();
  const sound = soundOf(world, actor, String(choice.sound_id), sourceId);
  if (sound === undefined) return unknownSound();
  return done(undefined, [soundPlayed(placed, actor, sound)]);
}

const soundPlayed = (placed: PlacedChannel, { user }: Actor, sound: PlayableSound) =>
  ({ kind: "soundPlayed", placed, userId: user.id, sound }) as const;

/** Muted by themselves, users may still play sounds. */
function isSilenced({ mute, deaf, selfDeaf, suppress }: Participation): boolean {
  return mute || deaf || selfDeaf || suppress === true;
}

/** A sound that all users have, or one of a server of the actor. */
function soundOf(
  world: Touched,
  actor: Actor,
  id: Snowflake,
  sourceId: Snowflake,
): PlayableSound | undefined {
  const standard = standardSound(id);
  if (standard !== undefined) return standard;
  const sound = world.sounds.get(id);
  return sound?.guildId === sourceId && ownGuild(world, actor, sourceId) !== undefined ? sound : undefined;
}
