// Encoded tracks of Lavalink's clients with damage anywhere: they are read, or an error says what is wrong.
import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeTrack, encodeTrack } from "../../packages/fleet/tracks/encoded-track.js";
import { TrackEncodingError } from "../../packages/fleet/tracks/track-encoding-error.js";
import { forRuns } from "./support-runs.js";

/** Properties below. */
const SHARES = 2;

const WHOLE = Buffer.from(
  encodeTrack({
    identifier: "https://host.example/é.ogg",
    isSeekable: true,
    author: "Ada",
    length: 1500,
    isStream: false,
    position: 20,
    title: "Tone 😀",
    uri: null,
    artworkUrl: "https://host.example/a.png",
    isrc: "XX1",
    sourceName: "http",
  }),
  "base64",
);

function expectTrackOrWords(encoded: string): void {
  try {
    expect(decodeTrack(encoded).length).toBeGreaterThanOrEqual(0);
  } catch (error) {
    expect(error).toBeInstanceOf(TrackEncodingError);
  }
}

it("a damaged track is read, or refused in words", () => {
  const change = fc.record({ at: fc.nat(), byte: fc.nat(255) });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 8 }), fc.nat(), (changes, cut) => {
      const track = Buffer.from(WHOLE);
      for (const { at, byte } of changes) track[at % track.length] = byte;
      expectTrackOrWords(track.subarray(0, cut % (track.length + 1)).toString("base64"));
      expectTrackOrWords(track.toString("base64"));
    }),
    forRuns(3000, SHARES),
  );
});

it("so are any bytes behind a size that fits, and any text", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.string(), (bytes, text) => {
      const head = Buffer.alloc(4);
      head.writeUInt32BE(2 ** 30 + bytes.length);
      expectTrackOrWords(Buffer.concat([head, bytes]).toString("base64"));
      expectTrackOrWords(text);
    }),
    forRuns(3000, SHARES),
  );
});
