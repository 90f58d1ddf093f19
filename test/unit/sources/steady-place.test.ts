import { describe, expect, it } from "vitest";
import { steadyPlace } from "../../../lib/sources/steady-place.js";
import { wavOf } from "../../support/wav.js";

/** 48 kHz stereo: 192 bytes a millisecond. */
const SOUND = { begins: 44, unitBytes: 4, rate: 48_000 };
const FILE = Buffer.from(wavOf(new Int16Array(2 * 48_000)));

const sizes = (head: Uint8Array) => [Buffer.from(head).readUInt32LE(4), Buffer.from(head).readUInt32LE(40)];

describe("a place in a WAV file", () => {
  it("has a header for what is left", () => {
    const place = steadyPlace(FILE, SOUND, 250)!;
    expect(place.position).toBe(44 + 250 * 192);
    expect(place.head.length).toBe(44);
    expect(sizes(place.head)).toEqual([36 + 750 * 192, 750 * 192]);
    // the bytes of the file are not changed
    expect(sizes(FILE)).toEqual([36 + 1000 * 192, 1000 * 192]);
  });

  it("is a whole sample", () => {
    expect(steadyPlace(FILE, { begins: 44, unitBytes: 6, rate: 44_100 }, 33)!.position).toBe(44 + 6 * 1455);
  });

  it("keeps sizes that nobody knows", () => {
    for (const unknown of [0, 0xffffffff]) {
      const endless = Buffer.from(FILE);
      endless.writeUInt32LE(unknown, 40);
      expect(sizes(steadyPlace(endless, SOUND, 250)!.head)).toEqual([36 + 750 * 192, unknown]);
    }
  });

  it("is not looked for behind the end, nor where the sizes stand elsewhere", () => {
    expect(steadyPlace(FILE, SOUND, 1000)).toBeUndefined();
    expect(steadyPlace(FILE, SOUND, 2 ** 31 - 1)).toBeUndefined();
    const long = Buffer.from(FILE);
    long.write("RF64", 0);
    expect(steadyPlace(long, SOUND, 250)).toBeUndefined();
  });
});
