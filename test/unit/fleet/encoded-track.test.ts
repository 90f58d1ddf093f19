import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeTrack, encodeTrack } from "../../../packages/fleet/tracks/encoded-track.js";
import { UNKNOWN_LENGTH, type TrackInfo } from "../../../packages/fleet/tracks/track-info.js";

/** The example of Lavalink's documentation (docs/api/rest.md, "Track Decoding"), version 2. */
const DOCUMENTED =
  "QAAAjQIAJVJpY2sgQXN0bGV5IC0gTmV2ZXIgR29ubmEgR2l2ZSBZb3UgVXAADlJpY2tBc3RsZXlWRVZPAAAAAAADPCAAC2RRdzR3OVdnWGNRAAEAK2h0dHBzOi8vd3d3LnlvdXR1YmUuY29tL3dhdGNoP3Y9ZFF3NHc5V2dYY1EAB3lvdXR1YmUAAAAAAAAAAA==";

const TRACK: TrackInfo = {
  identifier: "https://host.example/a.ogg",
  isSeekable: true,
  author: "Ada",
  length: 1500,
  isStream: false,
  position: 20,
  title: "Tone",
  uri: "https://host.example/a.ogg",
  artworkUrl: null,
  isrc: "XX1",
  sourceName: "http",
};

/** A message of Lavaplayer with this body. @param flags of its two highest bits */
function message(body: Buffer, flags = 1, size = body.length): string {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(flags * 2 ** 30 + size);
  return Buffer.concat([head, body]).toString("base64");
}

const bodyOf = (encoded: string): Buffer => Buffer.from(encoded, "base64").subarray(4);

describe("an encoded track", () => {
  it("is read as Lavalink's documentation shows it", () => {
    expect(decodeTrack(DOCUMENTED)).toEqual({
      identifier: "dQw4w9WgXcQ",
      isSeekable: true,
      author: "RickAstleyVEVO",
      length: 212_000,
      isStream: false,
      position: 0,
      title: "Rick Astley - Never Gonna Give You Up",
      uri: "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
      artworkUrl: null,
      isrc: null,
      sourceName: "youtube",
    });
  });

  it("of version 3 has the fields of version 2, and artwork and ISRC behind the address", () => {
    const { position, ...info } = decodeTrack(DOCUMENTED);
    const body = bodyOf(DOCUMENTED);
    const behindUri = body.length - "\0\x07youtube".length - 8;
    const newer = Buffer.concat([
      Buffer.of(3),
      body.subarray(1, behindUri),
      Buffer.of(1, 0, 1, 0x61, 0),
      body.subarray(behindUri),
    ]);
    expect(encodeTrack({ ...info, position, artworkUrl: "a" })).toBe(message(newer));
  });

  it("of version 1 has neither version nor address", () => {
    const body = bodyOf(encodeTrack({ ...TRACK, sourceName: "vimeo" }));
    const front = body.subarray(1, body.indexOf(Buffer.from("\x01\0\x1ahttps", "latin1")));
    const first = Buffer.concat([front, body.subarray(body.indexOf("vimeo") - 2)]);
    const { uri, isrc, sourceName, title, position } = decodeTrack(message(first, 0));
    expect([uri, isrc, sourceName, title, position]).toEqual([null, null, "vimeo", "Tone", 20]);
  });

  it("may have a part of its source, whose size is not told", () => {
    const body = bodyOf(DOCUMENTED);
    const longer = Buffer.concat([body.subarray(0, -8), Buffer.from("more"), body.subarray(-8)]);
    expect(decodeTrack(message(longer))).toEqual(decodeTrack(DOCUMENTED));
  });

  it("keeps a length that is not known", () => {
    expect(decodeTrack(encodeTrack({ ...TRACK, length: UNKNOWN_LENGTH })).length).toBe(UNKNOWN_LENGTH);
  });

  it("writes U+0000 and characters beyond the basic plane as Java does", () => {
    const bytes = bodyOf(encodeTrack({ ...TRACK, title: "\0😀" }));
    expect(bytes.subarray(1, 11)).toEqual(Buffer.from("0008c080eda0bdedb880", "hex"));
  });

  it("comes back the same", () => {
    const text = fc.string({ unit: "binary", maxLength: 60 });
    const place = fc.nat({ max: Number.MAX_SAFE_INTEGER });
    const track = fc.record({
      identifier: text,
      author: text,
      title: text,
      sourceName: fc.oneof(text, fc.constantFrom("http", "local")),
      uri: fc.option(text),
      artworkUrl: fc.option(text),
      isrc: fc.option(text),
      length: place,
      position: place,
      isStream: fc.boolean(),
    });
    fc.assert(
      fc.property(track, (given) => {
        expect(decodeTrack(encodeTrack({ ...given, isSeekable: true }))).toEqual({
          ...given,
          isSeekable: !given.isStream,
        });
      }),
    );
  });
});

describe("an encoded track that is wrong", () => {
  const body = bodyOf(encodeTrack(TRACK));
  const withByte = (at: number, byte: number): Buffer => {
    const changed = Buffer.from(body);
    changed[at] = byte;
    return changed;
  };

  it.each([
    ["no base64", "the encoded track is no base64", "*"],
    ["an empty text", "the encoded track is no base64", ""],
    ["one that is too long", "the encoded track has more than 65536 characters", "A".repeat(65_537)],
    ["a few bytes", "the encoded track ends within its size", "QAA="],
    ["another size", "the size in the encoded track is not that of what follows", message(body, 1, 5)],
    ["a newer version", "version 1 to 3, received version 4", message(withByte(0, 4))],
    ["a text of other bytes", "title of the encoded track is no text of Java", message(withByte(3, 0xff))],
    ["a negative length", "length of the encoded track is negative", message(withByte(12, 0x80))],
    ["its beginning", "ends within title", message(body.subarray(0, 4))],
    ["no position", "ends within position", message(body.subarray(0, -9))],
  ])("says so of %s", (_what, words, encoded) => {
    expect(() => decodeTrack(encoded)).toThrow(
      expect.objectContaining({
        code: "TRACK_ENCODING_INVALID",
        message: expect.stringContaining(words) as string,
      }),
    );
  });

  it("cannot be made of a text that is too long, or of half milliseconds", () => {
    expect(() => encodeTrack({ ...TRACK, title: "é".repeat(40_000) })).toThrow(
      "title: expected at most 65,535 bytes, received 80000",
    );
    expect(() => encodeTrack({ ...TRACK, position: 0.5 })).toThrow("position: expected whole milliseconds");
  });
});
