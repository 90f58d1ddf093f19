import type { VoiceConnection, VoiceMedia } from "../../call/index.js";
import type { Clock } from "../../net/index.js";

/** The part of a connection that a voice agent uses. */
export interface AgentCall {
  readonly media: VoiceMedia;
  readonly clock: Clock;
  /** Events of the call. They end with it. */
  readonly on: VoiceConnection["on"];
  /** The users in the channel. */
  readonly present: Iterable<bigint>;
  /** Returns whether the bot is deaf, and so hears nothing. */
  readonly isDeaf: () => boolean;
  readonly warn: (message: string) => void;
  /** @throws {SdkError} when the connection is over */
  readonly assertLive: () => void;
}
