import type { TrackInfo } from "../tracks/track-info.js";

/** The sound of a track, in a form that can be sent to another process. */
export type TrackSource =
  /** an address of the web, http or https, under the player's rule for addresses */
  | { readonly url: string; readonly headers?: Readonly<Record<string, string>> }
  /** the absolute path of a file */
  | { readonly file: string };

/** A track that a resolver found. */
export interface ResolvedTrack {
  /** where its sound is; asked for anew each time that it is played */
  readonly source: TrackSource;
  /** what clients are told of it */
  readonly info: TrackInfo;
}

/**
 * Finds the track that an identifier names. Undefined: it names none, which clients hear as `empty`. An error that is thrown reaches them
 * with its message. The identifier is what somebody wrote, or that of a track that a client encoded itself: a resolver believes neither.
 * @param identifier at most 8,192 characters
 */
export type TrackResolver = (identifier: string) => Promise<ResolvedTrack | undefined>;
