import fc from "fast-check";
import { expect, it } from "vitest";
import { IcySplitter } from "../../../lib/sources/icy-splitter.js";

const block = (text: string, encoding: BufferEncoding = "utf8"): Buffer => {
  const bytes = Buffer.from(text, encoding);
  const units = Math.ceil(bytes.length / 16);
  return Buffer.concat([Buffer.of(units), bytes, Buffer.alloc(units * 16 - bytes.length)]);
};

function split(pieces: readonly Uint8Array[], every: number): { sound: Buffer; titles: string[] } {
  const titles: string[] = [];
  const splitter = new IcySplitter(every, (title) => void titles.push(title));
  const sound = pieces.flatMap((piece) => [...splitter.split(piece)]);
  return { sound: Buffer.concat(sound), titles };
}

it("takes the names out, however the stream is cut", () => {
  const sound = Buffer.from(Array.from({ length: 40 }, (_, at) => at));
  const parts = [0, 1, 2, 3].map((part) => sound.subarray(10 * part, 10 * part + 10));
  const names = ["StreamTitle='It's a – song';StreamUrl='';", "", "StreamTitle='B';", "StreamUrl='x';"];
  const stream = Buffer.concat(parts.flatMap((part, at) => [part, block(names[at]!)]));
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: stream.length })), (cuts) => {
      const at = [0, ...cuts.sort((a, b) => a - b), stream.length];
      const pieces = at.slice(1).map((end, index) => stream.subarray(at[index], end));
      expect(split(pieces, 10)).toEqual({ sound, titles: ["It's a – song", "B"] });
    }),
  );
});

it.each([
  ["in Latin-1", block("StreamTitle='Für';", "latin1"), ["Für"]],
  ["without its end", block("StreamTitle='A"), []],
  ["with a line break", block("StreamTitle='A\r\nB';"), ["A B"]],
  ["empty, between songs", block("StreamTitle='';"), [""]],
  ["of the greatest length", block(`StreamTitle='${"x".repeat(4064)}';`), ["x".repeat(4064)]],
])("reads a name %s", (_what, bytes, titles) => {
  expect(split([Buffer.of(7), bytes, Buffer.of(8)], 1)).toEqual({ sound: Buffer.of(7, 8), titles });
});

it("takes any bytes, and gives no more than it got", () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 300 })),
      fc.integer({ min: 1, max: 40 }),
      (pieces, every) => {
        const all = pieces.reduce((sum, piece) => sum + piece.length, 0);
        expect(split(pieces, every).sound.length).toBeLessThanOrEqual(all);
      },
    ),
  );
});
