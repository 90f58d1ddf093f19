import { isWebAddress } from "sdkpp/wire";
import { mediaFile, openFolders } from "./media-folders.js";
import type { ResolvedTrack, TrackResolver } from "./resolver.js";
import { namedTrack } from "./named-track.js";

/** Searches and services that Lavalink knows by a prefix, such as `ytsearch:`. A drive of Windows is one letter. */
const PREFIX = /^([a-z][a-z0-9]+):/i;

/**
 * The tracks that the player plays: http and https addresses, and files below the media folders, by their absolute path, `file:` address or
 * path below a folder. Nothing looks into services: a prefix of a search is an error that says so.
 * @param media folders that exist
 * @throws Error (code ENOENT and others of the file system) when a folder does not exist
 */
export async function plainResolver(media: readonly string[]): Promise<TrackResolver> {
  const folders = await openFolders(media);
  return async (identifier) => {
    if (isWebAddress(identifier)) return webTrack(identifier);
    const prefix = PREFIX.exec(identifier)?.[1];
    if (prefix !== undefined && prefix.toLowerCase() !== "file") throw unknownPrefix(prefix);
    const file = await mediaFile(folders, identifier);
    if (file === undefined) return undefined;
    return { source: { file }, info: namedTrack(file, file, null, "local") };
  };
}

function webTrack(identifier: string): ResolvedTrack {
  const address = new URL(identifier);
  const info = namedTrack(identifier, decoded(address.pathname), identifier, "http");
  return { source: { url: identifier }, info };
}

/** A path may have a percent sign that encodes nothing. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

function unknownPrefix(prefix: string): Error {
  return new Error(
    `this node has no source for "${prefix}:"; it plays http and https addresses and files of its media folders`,
  );
}
