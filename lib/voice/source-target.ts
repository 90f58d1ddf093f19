import type { VoiceMedia } from "../call/index.js";
import type { NativePlayer, OpusPacketsWritten, TrackPlace } from "../native/index.js";

/** Where a source is played: the input of a connection, or a track of a player. */
export interface SourceTarget {
  /** @throws Error (code WAV_INVALID) */
  openWav(file: Uint8Array, loop: boolean): void;
  /** @returns what the file asks players to add to its volume, dB @throws Error (code OGG_INVALID) */
  openOgg(file: Uint8Array, loop: boolean): number;
  /** Bytes of a container; so much of its sound is left out at the beginning. */
  openStream(startMs: number): void;
  /** Before the first of them: so much is left out instead. */
  setStreamSkip(skipMs: number): void;
  /** @returns how many bytes were taken */
  writeBytes(bytes: Uint8Array): number;
  openOpus(): void;
  openPcm(sampleRate: number, channels: 1 | 2): void;
  /** @returns samples per channel that were taken */
  writePcm(samples: Int16Array): number;
  writeOpusPackets(packed: Uint8Array): OpusPacketsWritten;
  /** Everything is written; what is queued still plays. */
  finish(): void;
  /** Ends at once. */
  close(): void;
}

/** The input of a connection. */
export function inputOf(media: VoiceMedia): SourceTarget {
  return {
    openWav: (file, loop) => media.openWavInput(file, loop),
    openOgg: (file, loop) => media.openOggInput(file, loop),
    openStream: (startMs) => media.openStreamInput(startMs),
    setStreamSkip: (skipMs) => media.setInputSkip(skipMs),
    writeBytes: (bytes) => media.writeInputBytes(bytes),
    openOpus: () => media.openOpusInput(),
    openPcm: (sampleRate, channels) => media.openPcmInput(sampleRate, channels),
    writePcm: (samples) => media.writePcm(samples),
    writeOpusPackets: (packed) => media.writeOpusPackets(packed),
    finish: () => media.endInput(),
    close: () => media.closeInput(),
  };
}

/** A track of a player, which begins now or after the present one. */
export function trackOf(player: NativePlayer, track: number, place: TrackPlace): SourceTarget {
  return {
    openWav: (file, loop) => player.openWav(track, place, file, loop),
    openOgg: (file, loop) => player.openOgg(track, place, file, loop),
    openStream: (startMs) => player.openStream(track, place, startMs),
    setStreamSkip: (skipMs) => player.setStreamSkip(track, skipMs),
    writeBytes: (bytes) => player.writeBytes(track, bytes),
    openOpus: () => player.openOpus(track, place),
    openPcm: (sampleRate, channels) => player.openPcm(track, place, sampleRate, channels),
    writePcm: (samples) => player.writePcm(track, samples),
    writeOpusPackets: (packed) => player.writeOpusPackets(track, packed),
    finish: () => player.finishTrack(track),
    close: () => player.skip(track),
  };
}
