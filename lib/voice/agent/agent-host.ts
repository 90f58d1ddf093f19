import { agentLineOf, type AgentLine } from "../../call/index.js";
import { showType } from "../../protocol/index.js";
import { ArgumentError } from "../../wire/index.js";
import { AudioPlayer, nativePlayerOf } from "../audio-player.js";
import { BotVoiceConnection } from "../bot-voice-connection.js";
import { HostedVoiceConnection } from "../supervising/hosted-voice-connection.js";
import type { AgentCall } from "./agent-call.js";

/** A call of a game: the `Call` of `sdkpp`, whose client has its calls in this process. */
export interface GameCall {
  /** The lobby's id. */
  getChannelId(): bigint;
  /** Ids of the users in the call, the player included. */
  getParticipants(): bigint[];
}

/** A call that an agent may have, and what it is known by. */
export interface AgentHost {
  readonly key: object;
  readonly call: AgentCall;
}

const EXPECTED =
  "a voice connection of this process (from joinVoiceChannel without `voiceHost`, or a VoiceSession), or a Call";

/** @throws {ArgumentError} @throws {SdkError} INVALID_OBJECT, IN_VOICE_PROCESS of a game's call */
export function agentHostArgument(name: string, value: unknown): AgentHost {
  if (value instanceof BotVoiceConnection) return { key: value, call: value.agentCall() };
  const line = agentLineOf(value);
  if (line !== undefined) return { key: line.connection.media, call: gameCall(line) };
  if (value instanceof HostedVoiceConnection)
    throw new ArgumentError(
      name,
      EXPECTED,
      "a HostedVoiceConnection: make the agent in the voice process, or join without `voiceHost`",
    );
  throw new ArgumentError(name, EXPECTED, showType(value));
}

function gameCall({ connection, sends, send, ...line }: AgentLine): AgentCall {
  const { media, clock, addon, on } = connection;
  return {
    ...line,
    media,
    clock,
    on,
    makePlayer: (options) => new AudioPlayer({ ...options, clock, loadAddon: () => addon }),
    sends: (player) => sends(nativePlayerOf(player)),
    subscribe: (player) => send(nativePlayerOf(player)),
  };
}
