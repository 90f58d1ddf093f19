import type { SoundType } from "../picture/picture.js";

/**
 * How long a file of sound lasts, from the headers of its pages or frames.
 * @returns milliseconds; undefined: they do not say
 */
export function soundLength(mime: SoundType, file: Buffer): number | undefined {
  const length = mime === "audio/ogg" ? oggLength(file) : mp3Length(file);
  return length === 0 ? undefined : length;
}

const OGG_HEADER = 27;
const BEGINS_STREAM = 2;
/** The granule of a page on which no packet ends. */
const NO_GRANULE = -1n;

/** One stream of an Ogg file; those of a chained file follow each other. */
interface OggStream {
  readonly rate: number;
  /** Samples that are not played. */
  readonly skip: number;
  end: number;
}

function oggLength(file: Buffer): number {
  const streams: OggStream[] = [];
  for (let at = 0; isPage(file, at);) {
    const body = at + OGG_HEADER + file.readUInt8(at + 26);
    const isFirst = (file.readUInt8(at + 5) & BEGINS_STREAM) !== 0;
    if (isFirst) streams.push(streamOf(file.subarray(body)));
    const granule = file.readBigInt64LE(at + 6);
    const stream = streams.at(-1);
    if (stream !== undefined && granule !== NO_GRANULE) stream.end = Number(granule);
    at = body + file.subarray(at + OGG_HEADER, body).reduce((all, size) => all + size, 0);
  }
  return streams.reduce((all, { rate, skip, end }) => all + (Math.max(0, end - skip) / rate) * 1000, 0);
}

function isPage(file: Buffer, at: number): boolean {
  return file.length - at >= OGG_HEADER && file.toString("latin1", at, at + 4) === "OggS";
}

const OPUS_RATE = 48_000;

/** A stream by its first packet: Opus or Vorbis; any other has no length. */
function streamOf(packet: Buffer): OggStream {
  const name = packet.toString("latin1", 0, 8);
  if (name === "OpusHead" && packet.length >= 12)
    return { rate: OPUS_RATE, skip: packet.readUInt16LE(10), end: 0 };
  const rate = name.startsWith("\x01vorbis") && packet.length >= 16 ? packet.readUInt32LE(12) : 0;
  return { rate: rate === 0 ? Infinity : rate, skip: 0, end: 0 };
}

const MPEG1 = 3;
const LAYER3 = 1;
/** Sample rates by version: 2.5, reserved, 2 and 1. */
const RATES = [[11_025, 12_000, 8_000], [], [22_050, 24_000, 16_000], [44_100, 48_000, 32_000]] as const;
/** kbit/s by index, of MPEG-1 and of the others; 0: the header does not say, or is none. */
const BITRATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0];
const LOW_BITRATES = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0];

/** A frame of MPEG audio layer III. */
interface Mp3Frame {
  readonly bytes: number;
  readonly ms: number;
}

/** Frames of silence that encoders add at most to what they are given. */
const PADDING = 3;

function mp3Length(file: Buffer): number {
  const frames: Mp3Frame[] = [];
  for (let at = tagBytes(file); at + 4 <= file.length;) {
    const frame = mp3Frame(file.readUInt32BE(at));
    if (frame !== undefined && !isInfo(file.subarray(at, at + frame.bytes))) frames.push(frame);
    at += frame?.bytes ?? 1;
  }
  return frames.slice(PADDING).reduce((all, { ms }) => all + ms, 0);
}

/** Bytes of a tag before the first frame: its size has seven bits in each byte. */
function tagBytes(file: Buffer): number {
  if (file.length < 10 || file.toString("latin1", 0, 3) !== "ID3") return 0;
  return file.subarray(6, 10).reduce((size, byte) => size * 128 + (byte & 127), 0) + 10;
}

function mp3Frame(header: number): Mp3Frame | undefined {
  const [version, layer] = [(header >>> 19) & 3, (header >>> 17) & 3];
  const rate = RATES[version as 0 | 1 | 2 | 3][(header >>> 10) & 3];
  const isMpeg1 = version === MPEG1;
  const kbps = (isMpeg1 ? BITRATES : LOW_BITRATES)[(header >>> 12) & 15] ?? 0;
  if (header >>> 21 !== 0x7ff || layer !== LAYER3 || rate === undefined || kbps === 0) return undefined;
  const samples = isMpeg1 ? 1152 : 576;
  const padding = (header >>> 9) & 1;
  return {
    bytes: Math.floor(((samples / 8) * kbps * 1000) / rate) + padding,
    ms: (samples / rate) * 1000,
  };
}

/** The first frame of many files has no sound: it says how many there are. */
function isInfo(frame: Buffer): boolean {
  const start = frame.toString("latin1", 0, 64);
  return start.includes("Xing") || start.includes("Info");
}
