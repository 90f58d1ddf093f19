import type { ByteOrigin, OpenWishes } from "./byte-origin.js";
import { CommandBytes } from "./command-bytes.js";

/**
 * Containers that `ffmpeg` may read: those that hold sound. Playlists, which lead to other files and addresses, are none of them.
 */
const CONTAINERS = [
  "aac,ac3,aiff,amr,ape,asf,au,avi,caf,dsf,dts,eac3,flac,flv,m4v,matroska,webm,mov,mp4,mp3,mpc,mpeg,mpegts,ogg",
  "oma,rm,tak,tta,voc,w64,wav,wv,xwma",
].join(",");

/** A stream that only `ffmpeg` can read, as samples with a WAV header. The program reaches no network. */
export class FfmpegBytes implements ByteOrigin {
  readonly name: string;
  readonly isRepeatable = false;
  readonly #command: CommandBytes;

  /** @param input its path, or what it reads */
  constructor(name: string, input: string | AsyncIterable<Uint8Array>) {
    this.name = name;
    const isFile = typeof input === "string";
    const from = isFile ? ["-protocol_whitelist", "file,pipe", "-i", `file:${input}`] : FROM_STDIN;
    const args = ["-hide_banner", "-loglevel", "error", "-format_whitelist", CONTAINERS, ...from, ...TO_WAV];
    this.#command = new CommandBytes({ command: "ffmpeg", args }, isFile ? undefined : input);
  }

  open(wishes: OpenWishes): AsyncIterable<Uint8Array> {
    return this.#command.open(wishes);
  }
}

const FROM_STDIN = ["-protocol_whitelist", "pipe", "-i", "pipe:0"];
const TO_WAV = ["-map", "0:a:0", "-f", "wav", "-c:a", "pcm_s16le", "-ar", "48000", "-ac", "2", "pipe:1"];
