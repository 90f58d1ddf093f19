import type { Emitter, InputEnd, KeptPosition, Subscription, VoiceConnection } from "../call/index.js";
import type { NativeAddon, NativePlayer, StreamRefusal } from "../native/index.js";
import type { Clock } from "../net/index.js";
import { tellSilenced, type AudioPlayer, type AudioPlayerStatus } from "./audio-player.js";
import type { GuildVoiceEvents } from "./guild-voice-events.js";
import { playerPlayed, type Played } from "./moving/played.js";
import { Playback, type PlaybackParts } from "./playback.js";
import { inputOf } from "./source-target.js";
import type { CheckedSource } from "./source.js";
import type { VoiceSilence } from "./status.js";

export interface SentSoundParts {
  readonly addon: NativeAddon;
  readonly media: VoiceConnection["media"];
  readonly clock: Clock;
  /** names the connection to players */
  readonly serverId: bigint;
  readonly emit: Emitter<GuildVoiceEvents>["emit"];
  /** Another source or player is to be kept. */
  changed(): void;
}

const SAMPLES_PER_MS = 48;
/** States in which a player has nothing to send. */
const SOURCELESS: readonly AudioPlayerStatus[] = ["idle", "closed"];

/** The sound that a bot sends: one source or player at a time. */
export class SentSound {
  readonly #parts: SentSoundParts;
  #playback: Playback | undefined;
  #player: AudioPlayer | undefined;
  /** An identity for each source and player in turn. */
  #input: object = {};
  #count = 0;
  #silencedBy: VoiceSilence | undefined;
  #isOver = false;

  constructor(parts: SentSoundParts) {
    this.#parts = parts;
  }

  /** Sources and players that were played, over all processes of the call. */
  get count(): number {
    return this.#count;
  }

  get addon(): NativeAddon {
    return this.#parts.addon;
  }

  /** The player that feeds the connection. */
  get player(): AudioPlayer | undefined {
    return this.#player;
  }

  get hasSource(): boolean {
    if (this.#player !== undefined) return !SOURCELESS.includes(this.#player.status);
    return this.#playback?.isOver === false;
  }

  /**
   * In place of what is sent; a source that is not valid changes nothing.
   * @param begun in another process
   * @throws Error (code WAV_INVALID, OGG_INVALID)
   */
  play(source: CheckedSource, begun?: PlaybackParts["begun"], startMs = 0): Playback {
    const { addon, media, clock, emit } = this.#parts;
    const playback = new Playback({
      clock,
      probe: (start, isAll) => addon.probeStream(start, isAll),
      searchPlace: (start, size, startMs) => addon.searchPlace(start, size, startMs),
      source,
      begun,
      startMs,
      titled: (titled, title) => emit("titleChanged", titled, title),
      warn: (message) => emit("warning", message),
      ended: (ended, outcome) => emit("playbackEnded", ended, outcome),
    });
    playback.start(inputOf(media));
    this.#replace(playback);
    return playback;
  }

  /** In place of what is sent. @returns takes the player back */
  subscribe(player: AudioPlayer, native: NativePlayer): Subscription {
    const { media, serverId } = this.#parts;
    media.openPlayerInput(native);
    const own = this.#replace(undefined);
    this.#player = player;
    if (this.#silencedBy !== undefined) tellSilenced(player, serverId, this.#silencedBy);
    const dispose = (): void => {
      if (this.#input !== own || this.#isOver) return;
      this.#replace(undefined);
      media.closeInput();
    };
    return { dispose, [Symbol.dispose]: dispose };
  }

  /** How far what is sent is; undefined: nothing is, or nothing any more. @param position of the input */
  played(position: KeptPosition = 0): Played | undefined {
    if (typeof position !== "number")
      return this.#player === undefined ? undefined : playerPlayed(this.#player.placeOf(position));
    return this.#playback?.isOver === false ? this.#playback.played(position / SAMPLES_PER_MS) : undefined;
  }

  /** The call comes from another process, which counted so many. */
  goOnFrom(count: number): void {
    this.#count = count;
  }

  /** Whether nothing may be taken from the source. */
  hold(isHeld: boolean): void {
    this.#playback?.hold(isHeld);
  }

  /** Tells the player that nobody hears the bot any more, or that it is heard again. @param by undefined: it is heard */
  silenced(by: VoiceSilence | undefined): void {
    this.#silencedBy = by;
    if (this.#player !== undefined) tellSilenced(this.#player, this.#parts.serverId, by);
  }

  inputEnded(end: InputEnd, refusal: StreamRefusal | undefined): void {
    this.#playback?.inputEnded(end, refusal);
  }

  /** The connection is over. */
  end(): void {
    this.#isOver = true;
    this.#playback?.replaced();
    this.#playback = undefined;
    this.#player = undefined;
  }

  /** @returns the input, to be compared with the present one later */
  #replace(playback: Playback | undefined): object {
    this.#playback?.replaced();
    this.#playback = playback;
    this.#player = undefined;
    this.#input = {};
    this.#count += 1;
    if (playback !== undefined) this.#parts.media.nameSource(this.#count, playback.startMs);
    this.#parts.changed();
    return this.#input;
  }
}
