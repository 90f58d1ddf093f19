import type { VoiceAdapterCreator } from "../adapter.js";
import type { AudioPlayer } from "../audio-player.js";
import type { GuildVoiceConnection } from "../guild-voice-connection.js";
import type { VoiceOptions, VoiceRecovery } from "../join-options.js";
import type { Playback } from "../playback.js";
import type { AudioSource } from "../source.js";
import type { VoiceSession } from "../voice-session.js";
import type { MoveOptions } from "./hand-over.js";
import type { Played } from "./played.js";

/** How a call is taken. Mute, deaf, encryption and encoder come with it. */
export interface TakeOptions
  extends MoveOptions, Omit<VoiceOptions, "selfMute" | "selfDeaf" | "e2ee" | "preferredMode"> {
  /** as for `joinVoiceChannel`: the call becomes a `GuildVoiceConnection`. Without one it becomes a `VoiceSession` */
  adapterCreator?: VoiceAdapterCreator;
  /** as for `joinVoiceChannel` */
  recovery?: VoiceRecovery;
  /**
   * Goes on with what the call played: packets and samples with the piece behind `played.pieces`, everything else from its beginning, of which
   * what was played is left out. An `AudioPlayer` has to play from `played.positionMs` on. Asked once, when the call plays something that
   * is not over; without it, or with undefined, what came with the call is played, and then nothing
   */
  source?: (played: Played) => AudioSource | AudioPlayer | undefined;
  /** called before the first packet: what listens or subscribes here misses nothing */
  prepare?: (taken: TakenCall) => void;
}

/** A call that came from another process. */
export interface TakenCall {
  /** goes on already */
  connection: GuildVoiceConnection | VoiceSession;
  /** of the source that goes on */
  playback: Playback | undefined;
}
