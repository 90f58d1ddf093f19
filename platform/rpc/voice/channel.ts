import { RpcErrorCode, VoiceCloseCode, type Snowflake } from "sdkpp/wire";
import { holdsCalls } from "../../domain/records/guild/guild.js";
import type { Participation } from "../../domain/records/voice/participation.js";
import { deletedUser } from "../../domain/records/user/user.js";
import type { Fact } from "../../domain/facts/facts.js";
import { leaveCall, mayEnterChannel, updateGuildVoice } from "../../domain/rules/voice/calls.js";
import { memberRecord } from "../../domain/world/guild/guild-members.js";
import { placedChannel, type PlacedChannel } from "../../domain/world/guild/placed-channel.js";
import type { DesktopApp } from "../desktop-app.js";
import type { RpcGame } from "../game.js";
import { isSeen, unknownChannel } from "../guilds.js";
import { RpcRejection } from "../rejection.js";
import { readGetChannel, readSelectVoiceChannel } from "../request-shapes.js";
import { rpcUserView } from "../views.js";

/** GET_CHANNEL: without its messages. */
export function getChannel(app: DesktopApp, _game: RpcGame, args: object): unknown {
  const input = readGetChannel(args);
  if (input === undefined)
    return new RpcRejection(RpcErrorCode.InvalidPayload, readGetChannel.complaint("args", args));
  const placed = seenChannel(app, String(input.channel_id));
  return placed instanceof RpcRejection ? placed : channelView(app, placed);
}

/** GET_SELECTED_VOICE_CHANNEL: the channel of the user's call; null without one. */
export function getSelectedVoiceChannel(app: DesktopApp): unknown {
  const call = app.voice.call();
  const placed = call && placedChannel(app.context.world, call.channelId);
  return placed === undefined ? null : channelView(app, placed);
}

/**
 * SELECT_VOICE_CHANNEL: the user enters the call of a channel, or leaves its call with a null channel. Another call is left
 * only with `force`. `timeout` never passes: the answer comes at once.
 */
export function selectVoiceChannel(app: DesktopApp, game: RpcGame, args: object): unknown {
  const input = readSelectVoiceChannel(args);
  if (input === undefined)
    return new RpcRejection(RpcErrorCode.InvalidPayload, readSelectVoiceChannel.complaint("args", args));
  const call = app.voice.call();
  const id = input.channel_id == null ? null : String(input.channel_id);
  if (id === null) return leave(app, call);
  const placed = seenChannel(app, id);
  if (placed instanceof RpcRejection) return placed;
  if (!holdsCalls(placed.channel))
    return new RpcRejection(RpcErrorCode.InvalidChannel, `channel ${id} holds no calls`);
  if (call?.channelId === id) return channelView(app, placed);
  if (call !== undefined && input.force !== true)
    return new RpcRejection(
      RpcErrorCode.SelectVoiceForceRequired,
      `the user is in the call of channel ${call.channelId}: send force true to leave it`,
    );
  return enter(app, game, placed, call);
}

/** A channel with the participants of its call, as the user hears them. */
export function channelView(app: DesktopApp, { guild, channel }: PlacedChannel): Record<string, unknown> {
  const { id, name, type, topic, userLimit, position, bitrate = 64_000 } = channel;
  const present = app.context.world.voice.membersOf(guild.id).filter((one) => one.channelId === id);
  return {
    ...{ id, guild_id: guild.id, name, type, topic: topic ?? "", position, bitrate, user_limit: userLimit },
    voice_states: present.map((one) => voiceStateView(app, one)),
    messages: [],
  };
}

/** Somebody in a call, as the app's user hears them: `data` of VOICE_STATE_CREATE and its kind. */
export function voiceStateView(app: DesktopApp, one: VoiceFlags): Record<string, unknown> {
  const { world } = app.context;
  const user = world.users.get(one.userId) ?? deletedUser(one.userId);
  const { nick } = memberRecord(world, one.serverId, one.userId);
  return {
    nick: nick ?? user.globalName ?? user.username,
    ...app.voice.userVoice(one.userId),
    voice_state: {
      mute: one.mute,
      deaf: one.deaf,
      self_mute: one.selfMute,
      self_deaf: one.selfDeaf,
      suppress: one.suppress ?? false,
    },
    user: rpcUserView(user),
  };
}

/** A channel that the app's user sees. */
export function seenChannel({ context, userId }: DesktopApp, id: Snowflake): PlacedChannel | RpcRejection {
  const placed = placedChannel(context.world, id);
  const sees = placed !== undefined && isSeen(placed.guild, placed.channel, userId);
  return sees ? placed : unknownChannel(id);
}

type VoiceFlags = Pick<
  Participation,
  "serverId" | "userId" | "mute" | "deaf" | "selfMute" | "selfDeaf" | "suppress"
>;

function leave({ context }: DesktopApp, call: Participation | undefined): null {
  if (call !== undefined)
    context.publisher.perform(() => leaveCall(context.world, call, VoiceCloseCode.Disconnected));
  return null;
}

function enter(
  app: DesktopApp,
  game: RpcGame,
  placed: PlacedChannel,
  call: Participation | undefined,
): unknown {
  const { world, publisher } = app.context;
  const { guild, channel } = placed;
  if (!mayEnterChannel(world, app.userId, guild.id, channel.id))
    return new RpcRejection(
      RpcErrorCode.InvalidPermissions,
      `the user may not enter the call of channel ${channel.id}: it lacks CONNECT, or the channel is full`,
    );
  const caller = { userId: app.userId, applicationId: game.applicationId, sessionId: app.sessionId };
  const { mute: selfMute, deaf: selfDeaf } = app.voice.settings;
  const input = { guildId: guild.id, channelId: channel.id, selfMute, selfDeaf, selfVideo: false };
  publisher.perform(() => [
    ...leftElsewhere(app, guild.id, call),
    ...updateGuildVoice(world, caller, input, world.voice.endpoint),
  ]);
  return channelView(app, placed);
}

/** A user of a desktop app is in one call: that of another server ends. Within a server a call is replaced. */
function leftElsewhere({ context }: DesktopApp, guildId: Snowflake, call: Participation | undefined): Fact[] {
  return call === undefined || call.serverId === guildId
    ? []
    : leaveCall(context.world, call, VoiceCloseCode.Disconnected);
}
