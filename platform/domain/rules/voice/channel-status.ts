import { AuditLogEvent, Permission, type Snowflake } from "sdkpp/wire";
import { ChannelType } from "../../records/guild/guild.js";
import { mayIn } from "../../records/guild/permissions.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { type PlacedChannel } from "../../world/guild/placed-channel.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { RollbackPort } from "../../world/ports.js";
import type { VoiceWorld } from "../../world/voice/voice-world.js";
import { audited } from "../audit.js";
import type { Fact } from "../../facts/facts.js";
import { missingPermissions, wrongChannelType } from "../faults.js";
import { done, type Result, Fault } from "../outcome.js";
import { findChannel } from "../guild-access.js";

/** `PUT /channels/{id}/voice-status`: users outside the channel also need to manage it. @param status "" clears */
export function setVoiceStatus(
  world: GuildWorld & VoiceWorld & RollbackPort,
  actor: Actor,
  channelId: Snowflake,
  status: string | null,
): Result<undefined> {
  const placed = findChannel(world, actor, channelId);
  if (placed instanceof Fault) return placed;
  const { guild, channel } = placed;
  if (channel.type !== ChannelType.GuildVoice) return wrongChannelType();
  const isInside = world.voice.get(guild.id, actor.user.id)?.channelId === channelId;
  const needed = Permission.SetVoiceChannelStatus | (isInside ? 0n : Permission.ManageChannels);
  if (!mayIn(guild, channel, actor.user.id, needed)) return missingPermissions();
  const wanted = status === "" ? null : status;
  const facts = changeStatus(world, placed, wanted);
  return done(undefined, facts.length === 0 ? [] : [...facts, auditedStatus(actor, placed, wanted)]);
}

function auditedStatus(actor: Actor, { guild, channel }: PlacedChannel, status: string | null): Fact {
  const { VoiceChannelStatusUpdate, VoiceChannelStatusDelete } = AuditLogEvent;
  return audited(actor, {
    guildId: guild.id,
    action: status === null ? VoiceChannelStatusDelete : VoiceChannelStatusUpdate,
    targetId: channel.id,
    options: { channel_id: channel.id, ...(status === null ? {} : { status }) },
  });
}

/** Sets the status; an unchanged one is not announced. */
export function changeStatus(
  world: VoiceWorld & RollbackPort,
  placed: PlacedChannel,
  status: string | null,
): Fact[] {
  const { id } = placed.channel;
  if (world.channelCalls.statusOf(id) === status) return [];
  world.store.onRollback(world.channelCalls.setStatus(id, status));
  return [{ kind: "voiceStatusChanged", placed, status }];
}
