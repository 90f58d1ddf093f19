import type { AgentLine } from "../../../call/index.js";
import { SdkError } from "../../../wire/index.js";
import type { CallSession } from "./call-session.js";

/**
 * A game's call as a voice agent uses it.
 * @param live gives the call that the game's handle leads to now
 * @throws {SdkError} IN_VOICE_PROCESS
 */
export function agentLine(session: CallSession, live: () => CallSession): AgentLine {
  const connection = session.connection.forAgents;
  if (connection === undefined)
    throw new SdkError(
      "IN_VOICE_PROCESS",
      "the sound of this call is in a voice process; an agent needs a client without `voiceHost`",
    );
  return {
    connection,
    isDeaf: () => session.selfDeaf,
    warn: (message) => session.warn(message),
    isOver: () => session.isSilenced,
    onOver: (listener) => session.onSilenced(listener),
    assertLive: () => {
      if (!live().isSilenced) return;
      throw new SdkError("CALL_DISCONNECTED", "this call is disconnected; end it and start a new one");
    },
    sends: (player) => session.sendsPlayer(player),
    send: (player) => session.sendPlayer(connection, player),
  };
}
