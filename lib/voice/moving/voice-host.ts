import { arrive, type Arrived } from "../../call/index.js";
import { loadAddon } from "../../native/index.js";
import { systemClock } from "../../net/index.js";
import { reasonOf, type FieldReader } from "../../protocol/index.js";
import type { VoiceAdapterCreator } from "../adapter.js";
import type { AudioPlayer } from "../audio-player.js";
import type { MovedIn } from "../bot-voice-connection.js";
import { GuildVoiceConnection } from "../guild-voice-connection.js";
import type { VoiceOptions, VoiceRecovery } from "../join-options.js";
import type { Playback } from "../playback.js";
import type { AudioSource } from "../source.js";
import { VoiceSession } from "../voice-session.js";
import { moveArgument, ownProcess, type MoveOptions } from "./hand-over.js";
import { parseHostEvent } from "./host-event.js";
import { playOn } from "./play-on.js";
import type { Played } from "./played.js";
import { BOT_FIELDS, restoreBot } from "./saved-bot.js";

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

/** Takes calls that other processes hand over. */
export class VoiceHost {
  private constructor() {}

  /**
   * Waits for a call at one end of a channel, and goes on with it where the other process stops. That one calls `handOver`.
   * @returns the call, which goes on already
   * @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property
   * @throws {SdkError} NATIVE_NOT_FOUND, NATIVE_LOAD_FAILED, NATIVE_ALREADY_LOADED; ABORTED by the signal. HANDOVER_NOT_AUTHENTIC,
   *   HANDOVER_VERSION, HANDOVER_DAMAGED, HANDOVER_OTHER_MOVE, HANDOVER_EXPIRED, HANDOVER_TOO_LATE: the call goes on where it was;
   *   HANDOVER_UNDECIDED: nobody knows where it is, so join it anew
   * @throws {RestoreError} when this version does not read what the other one saved; what `source` and `prepare` throw. The call goes on
   *   where it was
   */
  static async take(options: TakeOptions): Promise<TakenCall> {
    const move = moveArgument("options", options);
    // before the other process stops: the first time takes long
    const addon = options.loadAddon?.() ?? loadAddon(options.addonPath, options.mediaThreads);
    let warn: (message: string) => void = () => undefined;
    return arrive({
      ...move,
      target: ownProcess(),
      clock: options.clock ?? systemClock,
      dropped: (error) => warn(reasonOf(error)),
      restore: (saved, { fence }) => {
        const taken = takeIn({ ...options, loadAddon: () => addon }, saved, fence);
        warn = (message) => taken.door.connection.warn(message);
        return taken;
      },
    });
  }
}

function takeIn(options: TakeOptions, saved: FieldReader, fence: bigint): Arrived<TakenCall> {
  const moved: MovedIn = { saved, bot: restoreBot(saved.inner(BOT_FIELDS.bot)), fence };
  const { adapterCreator } = options;
  const connection =
    adapterCreator === undefined
      ? VoiceSession.take(options, moved)
      : GuildVoiceConnection.take({ ...options, adapterCreator }, moved);
  try {
    const door = { connection, playback: playOn(connection, moved.bot.played, options.source) };
    options.prepare?.(door);
    return { call: connection.arriving(), door, event: (json) => tell(connection, json) };
  } catch (error) {
    connection.abandon();
    throw error;
  }
}

function tell(connection: TakenCall["connection"], json: string): void {
  const event = parseHostEvent(json);
  if (event?.name === "leave") connection.disconnect();
  else if (event !== undefined) connection.hostSays(event);
}
