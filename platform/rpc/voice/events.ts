import { RpcEvent, type Snowflake } from "sdkpp/wire";
import type { VoiceSpeaking } from "../../domain/reactions/events.js";
import type { DesktopApp } from "../desktop-app.js";
import { RpcRejection } from "../rejection.js";
import { seenChannel, voiceStateView } from "./channel.js";
import type { VoiceMove } from "./moves.js";

/** Sends the games of an app what follows from a voice state (R§3.6). */
export function hearMove(app: DesktopApp, move: VoiceMove): void {
  if (move.userId === app.userId) hearOwnMove(app, move);
  const { before, after } = move;
  if (before !== after) dispatch(app, RpcEvent.VoiceStateDelete, before, move);
  if (before === after) dispatch(app, RpcEvent.VoiceStateUpdate, after, move);
  else dispatch(app, RpcEvent.VoiceStateCreate, after, move);
}

/** Somebody starts or stops speaking: heard in the user's own call only. */
export function hearSpeaking(app: DesktopApp, { channelId, userId, isSpeaking }: VoiceSpeaking): void {
  if (app.voice.call()?.channelId !== channelId) return;
  const evt = isSpeaking ? RpcEvent.SpeakingStart : RpcEvent.SpeakingStop;
  for (const game of app.games) game.hear(evt, () => ({ channel_id: channelId, user_id: userId }), channelId);
}

function hearOwnMove(app: DesktopApp, { guildId, before, after, state }: VoiceMove): void {
  if (after !== null) app.voice.follow({ selfMute: state.self_mute, selfDeaf: state.self_deaf });
  if (before === after) return;
  const hostname = after === null ? null : app.context.world.voice.endpoint;
  const status = { state: after === null ? "DISCONNECTED" : "VOICE_CONNECTED", hostname, pings: [] };
  for (const game of app.games) {
    game.hear(RpcEvent.VoiceChannelSelect, () =>
      after === null ? { channel_id: null } : { channel_id: after, guild_id: guildId },
    );
    game.hear(RpcEvent.VoiceConnectionStatus, () => status);
  }
}

/** Notifies the games whose user sees the channel. */
function dispatch(app: DesktopApp, evt: RpcEvent, channelId: Snowflake | null, move: VoiceMove): void {
  if (channelId === null || seenChannel(app, channelId) instanceof RpcRejection) return;
  const { state, userId, guildId } = move;
  const view = () =>
    voiceStateView(app, {
      serverId: guildId,
      userId,
      mute: state.mute,
      deaf: state.deaf,
      selfMute: state.self_mute,
      selfDeaf: state.self_deaf,
      suppress: state.suppress,
    });
  for (const game of app.games) game.hear(evt, view, channelId);
}
