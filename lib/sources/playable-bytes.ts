import type { NativeAddon, StreamPlace, StreamProbe } from "../native/index.js";
import { SdkError } from "../wire/index.js";
import type { ByteOrigin, OpenWishes } from "./byte-origin.js";
import { FfmpegBytes } from "./ffmpeg-bytes.js";
import { soughtPlace, type SearchPlace } from "./sought-place.js";
import { unreadable } from "./source-error.js";
import { steadyPlace } from "./steady-place.js";

/** Says what a stream is by its first bytes. @param isAll no more bytes follow */
export type Probe = NativeAddon["probeStream"];

const PLAYLIST = /^\s*(?:#EXTM3U|\[playlist\]|<\?xml|<asx)/i;
const PLAYLIST_BYTES = 64;
const NOTHING = new Uint8Array(0);

export interface PlayWishes extends Omit<OpenWishes, "signal"> {
  /** so much at the beginning is not to be heard */
  readonly startMs?: number;
  /** The bytes begin near there already: only so much is to be left out of them. Told before the first. */
  readonly beginsThere?: (skipMs: number) => void;
  /** finds the place in streams whose seconds differ in length */
  readonly searchPlace?: SearchPlace;
  /** A stream of Opus asks players to add so many dB, which nobody does: its packets are sent as they are. */
  readonly asksGain?: (gainDb: number) => void;
}

/**
 * Bytes that the engine plays: those of the origin, or what `ffmpeg` makes of them. Its iterator ends all at once, also while it is
 * waited for.
 * @throws {SdkError} SOURCE_UNREADABLE, SOURCE_UNSUPPORTED, and what the origin throws
 */
export function playableBytes(
  origin: ByteOrigin,
  probe: Probe,
  wishes: PlayWishes,
): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const ending = new AbortController();
      const bytes = playable(origin, probe, { ...wishes, signal: ending.signal });
      return {
        next: async () => {
          let isOver = true;
          try {
            const next = await bytes.next();
            isOver = next.done === true;
            return next;
          } finally {
            // A server that never answers would keep its socket.
            if (isOver) ending.abort();
          }
        },
        return: () => {
          ending.abort();
          return bytes.return(undefined);
        },
      };
    },
  };
}

async function* playable(
  origin: ByteOrigin,
  probe: Probe,
  wishes: OpenWishes & PlayWishes,
): AsyncGenerator<Uint8Array> {
  const pieces = origin.open(wishes)[Symbol.asyncIterator]();
  const { start, verdict } = await probed(pieces, probe);
  if (start.length === 0) throw unreadable(origin.name, "it is empty");
  if (verdict.verdict === "plays") {
    if (verdict.gainDb !== undefined) wishes.asksGain?.(verdict.gainDb);
    yield* fromPlace({ origin, start, pieces, wishes }, verdict);
  } else yield* converted(origin, kindOf(verdict), start, pieces, wishes);
}

/** Less than this is read on faster than it is asked for. */
const WORTH_ASKING_BYTES = 262_144;
const WORTH_SEARCHING_MS = 10_000;

/** A stream whose beginning was read. */
interface Begun {
  readonly origin: ByteOrigin;
  readonly start: Uint8Array;
  readonly pieces: AsyncIterator<Uint8Array>;
  readonly wishes: OpenWishes & PlayWishes;
}

type Plays = Extract<StreamProbe, { verdict: "plays" }>;

/** All of it, or what is left from the place at which it is to begin, where that can be found. */
function fromPlace(begun: Begun, { steady }: Plays): AsyncGenerator<Uint8Array> {
  const { start, wishes } = begun;
  if (steady === undefined) return fromSoughtPlace(begun);
  const place = steadyPlace(start, steady, wishes.startMs ?? 0);
  const isFar = place !== undefined && place.position > start.length + WORTH_ASKING_BYTES;
  return isFar ? fromSteadyPlace(begun, place) : chained(start, begun.pieces);
}

async function* fromSteadyPlace(begun: Begun, place: StreamPlace): AsyncGenerator<Uint8Array> {
  const { origin, start, pieces, wishes } = begun;
  const rest = origin.openAt?.(place.position, wishes);
  if (rest === undefined) return yield* chained(start, pieces);
  await pieces.return?.();
  wishes.beginsThere?.(place.skipMs);
  yield place.head;
  yield* rest;
}

async function* fromSoughtPlace(begun: Begun): AsyncGenerator<Uint8Array> {
  const { origin, start, pieces, wishes } = begun;
  const search = await searchIn(begun);
  if (search === undefined) return yield* chained(start, pieces);
  // A server would go on sending what nobody reads.
  await pieces.return?.();
  const place = await soughtPlace(origin, search, wishes);
  const rest = origin.openAt?.(place?.position ?? start.length, wishes);
  if (place !== undefined) wishes.beginsThere?.(place.skipMs);
  yield place?.head ?? start;
  if (rest !== undefined) yield* rest;
}

/** A search in a stream that can be read anywhere, when that is worth it. */
async function searchIn({ origin, start, wishes }: Begun): Promise<ReturnType<SearchPlace>> {
  const { startMs = 0, searchPlace } = wishes;
  if (startMs < WORTH_SEARCHING_MS || origin.readAt === undefined) return undefined;
  const size = (await origin.size?.()) ?? 0;
  return size > start.length + WORTH_ASKING_BYTES ? searchPlace?.(start, size, startMs) : undefined;
}

interface Probed {
  start: Uint8Array;
  verdict: StreamProbe;
}

async function probed(pieces: AsyncIterator<Uint8Array>, probe: Probe): Promise<Probed> {
  const gathered: Uint8Array[] = [];
  let size = 0;
  let due = 1;
  for (;;) {
    const next = await pieces.next();
    const isAll = next.done === true;
    if (!isAll) {
      gathered.push(next.value);
      size += next.value.length;
    }
    if (size < due && !isAll) continue;
    const start = gathered.length === 1 ? (gathered[0] ?? NOTHING) : Buffer.concat(gathered);
    const verdict: StreamProbe = size === 0 ? { verdict: "more" } : probe(start, isAll);
    if (isAll || verdict.verdict !== "more") return { start, verdict };
    // Each look begins at the first byte: pieces of a byte would cost a second otherwise.
    due = 2 * size;
  }
}

function kindOf(verdict: StreamProbe): string {
  return verdict.verdict === "foreign" && verdict.name !== ""
    ? verdict.name
    : "of a kind that its first bytes do not tell";
}

async function* chained(start: Uint8Array, pieces: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield start;
  yield* { [Symbol.asyncIterator]: () => pieces };
}

/** @throws {SdkError} SOURCE_UNSUPPORTED, COMMAND_FAILED */
async function* converted(
  origin: ByteOrigin,
  kind: string,
  start: Uint8Array,
  pieces: AsyncIterator<Uint8Array>,
  wishes: OpenWishes,
): AsyncGenerator<Uint8Array> {
  const what = `${origin.name} is ${kind}`;
  if (PLAYLIST.test(Buffer.from(start.subarray(0, PLAYLIST_BYTES)).toString("latin1")))
    throw new SdkError("SOURCE_UNSUPPORTED", `${origin.name} is a list of addresses; play one of those`);
  if (origin.path !== undefined) await pieces.return?.();
  const input = origin.path ?? chained(start, pieces);
  try {
    yield* new FfmpegBytes(origin.name, input).open(wishes);
  } catch (error) {
    const { code, message } = error as SdkError;
    if (code === "COMMAND_NOT_FOUND")
      throw new SdkError(
        "SOURCE_UNSUPPORTED",
        `${what}, which needs ffmpeg; install it, or put it on the PATH`,
      );
    if (code === "COMMAND_FAILED") throw new SdkError("SOURCE_UNSUPPORTED", `${what}, and ${message}`);
    throw error;
  }
}
