import type { Subscription, VoiceConnection, VoiceMedia } from "../../call/index.js";
import type { Clock } from "../../net/index.js";
import type { AudioPlayer } from "../audio-player.js";
import type { AudioPlayerOptions } from "../player-options.js";

/** The part of a connection that a voice agent uses. */
export interface AgentCall {
  readonly media: VoiceMedia;
  readonly clock: Clock;
  /** Events of the call. They end with it. */
  readonly on: VoiceConnection["on"];
  /** Listens to the end of the connection: it comes once, while the media session can still be read. */
  readonly onOver: (listener: () => void) => Subscription;
  /** Returns whether the bot is deaf, and so hears nothing. */
  readonly isDeaf: () => boolean;
  readonly warn: (message: string) => void;
  /** Whether the connection is over. */
  readonly isOver: () => boolean;
  /** @throws {SdkError} when the connection is over */
  readonly assertLive: () => void;
  /** A player on the connection's addon and clock. */
  readonly makePlayer: (options: AudioPlayerOptions) => AudioPlayer;
  /** Whether it is what the connection sends. */
  readonly sends: (player: AudioPlayer) => boolean;
  readonly subscribe: (player: AudioPlayer) => Subscription;
}
