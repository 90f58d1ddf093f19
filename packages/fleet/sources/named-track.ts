import path from "node:path";
import { UNKNOWN_LENGTH, type TrackInfo } from "../tracks/track-info.js";

/** The words of Lavalink for what is not known. */
const UNKNOWN_AUTHOR = "Unknown artist";
const UNKNOWN_TITLE = "Unknown title";

/**
 * A track of which only the name is known. Its length is not, because nothing of it is read before it is played.
 * @param named the path that names it
 */
export function namedTrack(
  identifier: string,
  named: string,
  uri: string | null,
  sourceName: string,
): TrackInfo {
  const { name } = path.parse(named);
  return {
    identifier,
    isSeekable: true,
    author: UNKNOWN_AUTHOR,
    length: UNKNOWN_LENGTH,
    isStream: false,
    position: 0,
    title: name === "" ? UNKNOWN_TITLE : name,
    uri,
    artworkUrl: null,
    isrc: null,
    sourceName,
  };
}
