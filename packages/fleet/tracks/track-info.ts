/** Facts of a track, by the names of Lavalink. */
export interface TrackInfo {
  /** names the track for its source: an address, or the path of a file below a media folder */
  readonly identifier: string;
  /** whether it can be played from another place */
  readonly isSeekable: boolean;
  /** who made it, in words */
  readonly author: string;
  /** milliseconds; {@link UNKNOWN_LENGTH} when nobody knows it before it is played */
  readonly length: number;
  /** whether it has no end, such as a radio */
  readonly isStream: boolean;
  /** where it begins, milliseconds */
  readonly position: number;
  /** its title, in words */
  readonly title: string;
  /** its address; null without one */
  readonly uri: string | null;
  /** the address of a picture; null without one */
  readonly artworkUrl: string | null;
  /** International Standard Recording Code; null when it is not known */
  readonly isrc: string | null;
  /** the source that plays it, such as "http" or "local" */
  readonly sourceName: string;
}

/** The length that Lavalink gives tracks whose length is not known: the largest signed number of 64 bits. */
export const UNKNOWN_LENGTH = Number(2n ** 63n - 1n);
