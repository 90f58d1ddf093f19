import type { ResolvedTrack, TrackResolver, TrackSource } from "../sources/resolver.js";
import { decodeTrack, encodeTrack } from "../tracks/encoded-track.js";
import { Refusal } from "./refusal.js";
import type { AskedTrack } from "./update.js";
import { exceptionOf, type Track } from "./wire-types.js";

const LONGEST_IDENTIFIER = 8192;

/** A track that can be played. */
export interface PlayableTrack {
  readonly track: Track;
  readonly source: TrackSource;
}

/** The answer of `/v4/loadtracks`. */
export async function loadTracks(resolve: TrackResolver, identifier: string): Promise<object> {
  try {
    const found = await resolved(resolve, identifier);
    return found === undefined
      ? { loadType: "empty", data: null }
      : { loadType: "track", data: trackOf(found, {}) };
  } catch (error) {
    return { loadType: "error", data: exceptionOf(reasonOf(error), "common") };
  }
}

/** @throws {Refusal} 400 */
export function decodedTrack(encoded: unknown): Track {
  if (typeof encoded !== "string") throw new Refusal(400, "encodedTrack: expected a text");
  try {
    return { encoded, info: decodeTrack(encoded), pluginInfo: {}, userData: {} };
  } catch (error) {
    throw new Refusal(400, reasonOf(error));
  }
}

/**
 * Finds what a PATCH asks for. The source of an encoded track is asked for by its identifier: a client may have written the track itself.
 * @throws {Refusal} 400
 */
export async function playableTrack(
  resolve: TrackResolver,
  asked: Exclude<AskedTrack, { type: "stop" }>,
): Promise<PlayableTrack> {
  const { userData = {} } = asked;
  if (asked.type === "identifier") {
    const found = await found400(resolve, asked.identifier);
    return { track: trackOf(found, userData), source: found.source };
  }
  const track = { ...decodedTrack(asked.encoded), userData };
  const found = await found400(resolve, track.info.identifier);
  const { isSeekable, sourceName } = found.info;
  if (sourceName !== track.info.sourceName)
    throw new Refusal(
      400,
      `track.encoded: its identifier is one of the source "${sourceName}" here, and the track is of "${track.info.sourceName}"`,
    );
  return { track: { ...track, info: { ...track.info, isSeekable } }, source: found.source };
}

async function found400(resolve: TrackResolver, identifier: string): Promise<ResolvedTrack> {
  const found = await resolved(resolve, identifier).catch((error: unknown) => {
    throw new Refusal(400, reasonOf(error));
  });
  if (found === undefined) throw new Refusal(400, "track: this node has no track of that identifier");
  return found;
}

async function resolved(resolve: TrackResolver, identifier: string): Promise<ResolvedTrack | undefined> {
  if (identifier.length > LONGEST_IDENTIFIER)
    throw new Error(`identifier: expected at most ${String(LONGEST_IDENTIFIER)} characters`);
  return resolve(identifier);
}

function trackOf({ info }: ResolvedTrack, userData: unknown): Track {
  return { encoded: encodeTrack(info), info, pluginInfo: {}, userData };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
