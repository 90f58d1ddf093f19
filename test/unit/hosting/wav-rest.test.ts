import fc from "fast-check";
import { expect, it } from "vitest";
import { restOfWav } from "../../../lib/hosting/client/wav-rest.js";
import { samplesOf, wavOf } from "../../support/wav.js";

const numbered = Int16Array.from({ length: 4800 }, (_, at) => at);

it("has the samples behind a time, and none before", () => {
  for (const channels of [1, 2]) {
    const rest = restOfWav(wavOf(numbered, channels), 10)!;
    expect([...samplesOf(Buffer.from(rest))]).toEqual([...numbered.subarray(480 * channels)]);
    expect(Buffer.from(rest).readUInt32LE(4)).toBe(rest.length - 8);
  }
});

it("leaves out chunks behind the sound, and takes a file that announces more than it has", () => {
  const file = wavOf(numbered);
  const longer = Buffer.concat([file, Buffer.from("LIST\u0004\0\0\0abcd", "latin1")]);
  expect(samplesOf(Buffer.from(restOfWav(longer, 20)!))).toHaveLength(4800 - 960);
  const cut = file.subarray(0, file.length - 100);
  expect(samplesOf(Buffer.from(restOfWav(cut, 20)!))).toHaveLength(4800 - 960 - 50);
});

it("cannot cut behind the end, or what is no WAV file", () => {
  expect(restOfWav(wavOf(numbered), 100)).toBeUndefined();
  expect(restOfWav(Buffer.from("OggS and more of it"), 10)).toBeUndefined();
});

it("throws for no bytes at all", () => {
  const file = wavOf(numbered.subarray(0, 48));
  fc.assert(
    fc.property(fc.nat(file.length), fc.nat(255), fc.nat(file.length), (at, value, length) => {
      const damaged = Buffer.from(file.subarray(0, length));
      if (at < damaged.length) damaged[at] = value;
      restOfWav(damaged, 0.5);
    }),
    { seed: 37, numRuns: 2000 },
  );
});
