import { FieldBytes, millisecondsField, textField, textOrNullField } from "./field-bytes.js";
import { TrackEncodingError } from "./track-encoding-error.js";
import type { TrackInfo } from "./track-info.js";

/** A track in the form that Lavalink gives its clients: base64 of Lavaplayer's message, which this file reads and writes. */
const IS_VERSIONED = 1;
const NEWEST_VERSION = 3;
const SIZE_BITS = 30;
const MOST_CHARACTERS = 64 * 1024;
const POSITION_BYTES = 8;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** Sources whose tracks name what their file is, in one text more. */
const WITH_KIND = ["http", "local"];
/** The kind of a file is told by its first bytes when it is played. */
const KIND = "sdkpp";

/**
 * Writes a track as Lavalink does, version 3: four bytes with flags and size, the version, the fields, the place where it begins.
 * @returns base64
 * @throws {RangeError} when a text has more than 65,535 bytes, or `length` or `position` is no whole number from 0 on
 * @example
 * const encoded = encodeTrack({ ...info, title: "A tone" });
 */
export function encodeTrack(info: TrackInfo): string {
  const body = Buffer.concat([
    Buffer.of(NEWEST_VERSION),
    textField("title", info.title),
    textField("author", info.author),
    millisecondsField("length", info.length),
    textField("identifier", info.identifier),
    Buffer.of(info.isStream ? 1 : 0),
    textOrNullField("uri", info.uri),
    textOrNullField("artworkUrl", info.artworkUrl),
    textOrNullField("isrc", info.isrc),
    textField("sourceName", info.sourceName),
    WITH_KIND.includes(info.sourceName) ? textField("kind", KIND) : Buffer.alloc(0),
    millisecondsField("position", info.position),
  ]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(IS_VERSIONED * 2 ** SIZE_BITS + body.length);
  return Buffer.concat([head, body]).toString("base64");
}

/**
 * Reads a track that Lavalink or {@link encodeTrack} wrote, of version 1, 2 or 3 and of any source. `isSeekable` is not encoded: a track
 * that is no stream is seekable.
 * @param encoded base64, at most 65,536 characters
 * @throws {TrackEncodingError} (code TRACK_ENCODING_INVALID) naming the field that is wrong
 * @example
 * const { title, length } = decodeTrack(encoded);
 */
export function decodeTrack(encoded: string): TrackInfo {
  const { fields, version } = opened(encoded);
  const title = fields.text("title");
  const author = fields.text("author");
  const length = fields.milliseconds("length");
  const identifier = fields.text("identifier");
  const isStream = fields.flag("isStream");
  const uri = version >= 2 ? fields.textOrNull("uri") : null;
  const artworkUrl = version >= 3 ? fields.textOrNull("artworkUrl") : null;
  const isrc = version >= 3 ? fields.textOrNull("isrc") : null;
  const sourceName = fields.text("sourceName");
  // What a source adds has no size of its own; the position behind it has one.
  fields.take("the part of its source", Math.max(0, fields.left - POSITION_BYTES));
  const position = fields.milliseconds("position");
  const names = { title, author, identifier, uri, artworkUrl, isrc, sourceName };
  return { ...names, length, position, isStream, isSeekable: !isStream };
}

function opened(encoded: string): { fields: FieldBytes; version: number } {
  if (encoded.length > MOST_CHARACTERS)
    throw new TrackEncodingError(`the encoded track has more than ${String(MOST_CHARACTERS)} characters`);
  if (!BASE64.test(encoded)) throw new TrackEncodingError("the encoded track is no base64");
  const fields = new FieldBytes(Buffer.from(encoded, "base64"));
  const head = fields.take("its size", 4).readUInt32BE();
  if (head % 2 ** SIZE_BITS !== fields.left)
    throw new TrackEncodingError("the size in the encoded track is not that of what follows");
  const isVersioned = (Math.floor(head / 2 ** SIZE_BITS) & IS_VERSIONED) !== 0;
  const version = isVersioned ? fields.take("its version", 1).readUInt8() : 1;
  if (version >= 1 && version <= NEWEST_VERSION) return { fields, version };
  throw new TrackEncodingError(
    `expected an encoded track of version 1 to ${String(NEWEST_VERSION)}, received version ${String(version)}`,
  );
}
