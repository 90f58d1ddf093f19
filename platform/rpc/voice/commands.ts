import { RpcErrorCode, RpcEvent, type Snowflake } from "sdkpp/wire";
import type { DesktopApp } from "../desktop-app.js";
import type { RpcGame } from "../game.js";
import { RpcRejection } from "../rejection.js";
import { readSetVoice, readUserVoice, readVoice } from "../request-shapes.js";
import { voiceStateView } from "./channel.js";
import type { UserVoice } from "./desktop-voice.js";
import { DEFAULT_DEVICE, fromSecondForm } from "./settings.js";

/** GET_VOICE_SETTINGS. */
export function getVoiceSettings(app: DesktopApp): unknown {
  return app.voice.settings;
}

/** SET_VOICE_SETTINGS: for as long as the game is connected. */
export function setVoiceSettings(app: DesktopApp, game: RpcGame, args: object): unknown {
  const input = readSetVoice(args);
  if (input === undefined) return invalid(readSetVoice.complaint("args", args));
  for (const kind of ["input", "output"] as const) {
    const id = input[kind]?.device_id;
    if (id != null && id !== DEFAULT_DEVICE)
      return invalid(`args.${kind}.device_id: expected one of available_devices: ${DEFAULT_DEVICE}`);
  }
  return app.voice.control(game, input);
}

/** SET_VOICE_SETTINGS_2: of the user, heard by all games. */
export function setVoiceSettings2(app: DesktopApp, _game: RpcGame, args: object): unknown {
  const input = readVoice(args);
  if (input === undefined) return invalid(readVoice.complaint("args", args));
  app.voice.change(fromSecondForm(input));
  return null;
}

/** SET_USER_VOICE_SETTINGS: how the user hears another one. */
export function setUserVoiceSettings(app: DesktopApp, _game: RpcGame, args: object): unknown {
  const changed = changeUserVoice(app, args);
  return changed instanceof RpcRejection ? changed : { user_id: changed.userId, ...changed.voice };
}

/** SET_USER_VOICE_SETTINGS_2: the same. */
export function setUserVoiceSettings2(app: DesktopApp, _game: RpcGame, args: object): unknown {
  const changed = changeUserVoice(app, args);
  return changed instanceof RpcRejection ? changed : null;
}

/** The app plays no sound: what changes is what games see. */
function changeUserVoice(
  app: DesktopApp,
  args: object,
): { readonly userId: Snowflake; readonly voice: UserVoice } | RpcRejection {
  const input = readUserVoice(args);
  if (input === undefined) return invalid(readUserVoice.complaint("args", args));
  const userId = String(input.user_id);
  const { world } = app.context;
  if (world.users.get(userId) === undefined)
    return new RpcRejection(RpcErrorCode.InvalidUser, `Unknown user: ${userId}`);
  const voice = app.voice.setUserVoice(userId, input);
  const { serverId = "", channelId } = app.voice.call() ?? {};
  const other = world.voice.get(serverId, userId);
  if (other !== undefined && other.channelId === channelId)
    for (const game of app.games)
      game.hear(RpcEvent.VoiceStateUpdate, () => voiceStateView(app, other), channelId);
  return { userId, voice };
}

function invalid(message: string): RpcRejection {
  return new RpcRejection(RpcErrorCode.InvalidPayload, message);
}
