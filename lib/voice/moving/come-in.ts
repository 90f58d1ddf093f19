import type { VoiceAdapterCreator } from "../adapter.js";
import type { MovedIn } from "../bot-voice-connection.js";
import { GuildVoiceConnection } from "../guild-voice-connection.js";
import type { VoiceOptions, VoiceRecovery } from "../join-options.js";
import { VoiceSession } from "../voice-session.js";
import type { TakenCall } from "./taken-call.js";

interface ComeInOptions extends VoiceOptions {
  readonly adapterCreator?: VoiceAdapterCreator;
  readonly recovery?: VoiceRecovery;
}

/**
 * Makes the connection of a call from another process, which stands still.
 * @param begin gives it what it plays and who listens; when that throws, nothing of the call is here
 */
export function comeIn<T>(
  options: ComeInOptions,
  moved: MovedIn,
  begin: (connection: TakenCall["connection"]) => T,
): T {
  const { adapterCreator } = options;
  const connection =
    adapterCreator === undefined
      ? VoiceSession.take(options, moved)
      : GuildVoiceConnection.take({ ...options, adapterCreator }, moved);
  try {
    return begin(connection);
  } catch (error) {
    connection.abandon();
    throw error;
  }
}
