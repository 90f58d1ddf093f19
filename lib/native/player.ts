import type { InputLosses, OpusPacketsWritten, StreamRefusal } from "./source-reports.js";

export interface NativePlayerOptions {
  /** bits per second of what the player encodes, 6,000 to 510,000 */
  bitrate: number;
  /** 0 to 10 */
  complexity: number;
  /** what the encoder is tuned for */
  signal: "voice" | "music";
  /** what happens while no session takes frames */
  whenUnheard: "pause" | "play";
  /**
   * how long one track fades into the next, 0 to 15,000; 0: the next follows without a gap. A track that fades out counts as ended
   * from then on
   */
  crossFadeMs: number;
  /** Called on the JavaScript thread when there are events: drain `poll`. */
  onWake: () => void;
}

export type NativePlayerEvent =
  /** the first sound of a track, also of one that is mixed in */
  | { type: "started"; track: number }
  /** the track has nothing to be played now; some are left out while the JavaScript thread is busy */
  | { type: "starved"; track: number }
  | { type: "refilled"; track: number; starvedMs: number }
  /**
   * `isFinished` false: by a command. `losses`: all of it was played but for these. `refusal`: of a stream of which nothing
   * could be heard
   */
  | { type: "ended"; track: number; isFinished: boolean; losses?: InputLosses; refusal?: StreamRefusal }
  /** whether a session takes frames */
  | { type: "listening"; any: boolean };

/** A place in a track, in samples per channel at 48 kHz that were played of it. */
export interface TrackPosition {
  track: number;
  samples: number;
}

/** How a source is mixed in: linear gains, of itself (0 to 4) and of the present track meanwhile (0 to 1). */
export interface MixPlace {
  gain: number;
  duckGain: number;
  /** how long the present track takes to get there, 0 to 600,000 */
  attackMs: number;
  /** and back */
  releaseMs: number;
  /** the track mixed in that it follows without a gap, or in whose place it begins at once when that is over; 0: at once */
  after: number;
}

/**
 * "now": in place of the present track; "next": after it, or at once when there is none, in place of another next one; "again": the
 * same, before the next one. Mixed in: over it, eight of them at most.
 */
export type TrackPlace = "now" | "next" | "again" | MixPlace;

/** The values of filters, all of them. */
export interface NativeFilters {
  /** levels 0 to 1, band and width in Hz, 0 to 24,000 */
  karaoke: { level: number; monoLevel: number; filterBand: number; filterWidth: number };
  /** Hz, 0 to 24,000, and 0 to 1 */
  tremolo: { frequency: number; depth: number };
  /** Hz, 0 to 14, and 0 to 1 */
  vibrato: { frequency: number; depth: number };
  /** each -1,000,000 to 1,000,000 */
  distortion: {
    sinOffset: number;
    sinScale: number;
    cosOffset: number;
    cosScale: number;
    tanOffset: number;
    tanScale: number;
    offset: number;
    scale: number;
  };
  /** -24,000 to 24,000; 0 is off */
  rotation: { rotationHz: number };
  /** each 0 to 1 */
  channelMix: { leftToLeft: number; leftToRight: number; rightToLeft: number; rightToRight: number };
  /** 0 to 1,000,000; up to 1 it is off */
  lowPass: { smoothing: number };
}

/**
 * Plays tracks to any number of sessions, which `openPlayerInput` gives it. Tracks are numbered by the caller, from 1 up to
 * 2^24-1, each number once. Commands act on the next tick of the media thread, 20 ms later at most.
 */
export interface NativePlayer {
  openPcm(track: number, place: TrackPlace, sampleRate: number, channels: 1 | 2): void;
  openOpus(track: number, place: TrackPlace): void;
  /** @throws Error (code WAV_INVALID) */
  openWav(track: number, place: TrackPlace, file: Uint8Array, loop: boolean): void;
  /**
   * @returns what the file asks players to add to its volume, dB, which is not done
   * @throws Error (code OGG_INVALID)
   */
  openOgg(track: number, place: TrackPlace, file: Uint8Array, loop: boolean): number;
  /**
   * Bytes of a container, which `writeBytes` takes in pieces of any size; what it is, the first of them tell. Ogg and
   * WebM/Matroska with Opus, WAV, MP3, FLAC. Packets of Opus go out as they are, and what the file asks players to add to its
   * volume is not done.
   * They are decoded ahead on a thread of their own. `ended` follows early when there is nothing to be heard.
   * @param skipMs so much of the sound at the beginning is left out, to the nearest packet of Opus, and not counted: 0 to 2^31
   * @throws Error (code MEDIA_UNAVAILABLE)
   */
  openStream(track: number, place: TrackPlace, skipMs: number): void;
  /** Leaves out so much instead of what `openStream` was told. Before the first byte is written. */
  setStreamSkip(track: number, skipMs: number): void;
  /** @returns samples per channel accepted (the queue holds 1 s); 0 for a track that has ended */
  writePcm(track: number, samples: Int16Array): number;
  /** As `writeOpusPackets` of a voice session. */
  writeOpusPackets(track: number, packed: Uint8Array): OpusPacketsWritten;
  /** @returns bytes accepted, of the 64 KiB that the queue holds; 0 for a track that has ended */
  writeBytes(track: number, bytes: Uint8Array): number;
  /** No more will be written; queued sound still plays. */
  finishTrack(track: number): void;
  /** Ends the track when it is the present one or mixed in, drops it when it is to follow; otherwise nothing. */
  skip(track: number): void;
  /** Ends the present track and what is mixed in, and drops what was to follow. */
  stop(): void;
  setPaused(paused: boolean): void;
  /** @param gain linear, 0 to 4. While it is 1 packets go out as they are. @param fadeMs 0 to 600,000; a block at least */
  setGain(gain: number, fadeMs: number): void;
  /**
   * Replaces all filters of what is played, mixed in or not; null is off. Those of a player are applied from the last of these parameters
   * to the first, and its gain behind them. Between one set of filters and the next lies a fade of one block.
   * @param equalizer gains of the fifteen bands, -0.25 to 1; 0 leaves a band
   */
  setFilters(
    equalizer: readonly number[] | null,
    karaoke: NativeFilters["karaoke"] | null,
    tremolo: NativeFilters["tremolo"] | null,
    vibrato: NativeFilters["vibrato"] | null,
    distortion: NativeFilters["distortion"] | null,
    rotation: NativeFilters["rotation"] | null,
    channelMix: NativeFilters["channelMix"] | null,
    lowPass: NativeFilters["lowPass"] | null,
  ): void;
  /** Of the newest track; 0 before the first. */
  getPosition(): TrackPosition;
  /** The next event, or undefined when drained. */
  poll(): NativePlayerEvent | undefined;
  /** Ends everything at once. Every later call throws (code PLAYER_CLOSED). Idempotent. */
  close(): void;
}
