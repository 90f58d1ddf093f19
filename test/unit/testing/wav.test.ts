import { describe, expect, it } from "vitest";
import { readWav, writeWav } from "../../../packages/testing/sound/wav.js";
import { sine } from "./signals.js";

const tone = { sampleRate: 48_000, data: sine(480, 1000, 48_000) };

/** A WAV file of one second's format with these values. */
function wav(
  format: { kind: number; channels: number; bits: number },
  data: Buffer,
  before = Buffer.alloc(0),
): Buffer {
  const head = Buffer.alloc(16);
  head.writeUInt16LE(format.kind, 0);
  head.writeUInt16LE(format.channels, 2);
  head.writeUInt32LE(8000, 4);
  head.writeUInt16LE(format.bits, 14);
  const chunk = (name: string, body: Buffer): Buffer => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(body.length);
    return Buffer.concat([Buffer.from(name, "latin1"), size, body, Buffer.alloc(body.length & 1)]);
  };
  const body = [chunk("LIST", before), chunk("fmt ", head), chunk("data", data)];
  return Buffer.concat([Buffer.from("RIFF\0\0\0\0WAVE", "latin1"), ...body]);
}

describe("a WAV file", () => {
  it("comes back as it was written", () => {
    const back = readWav(writeWav(tone));
    expect(back.sampleRate).toBe(48_000);
    back.data.forEach((value, at) => expect(value).toBeCloseTo(tone.data[at] ?? NaN, 3));
  });

  it.each([
    [1, 8, Buffer.from([192])],
    [1, 16, Buffer.from([0, 64])],
    [1, 24, Buffer.from([0, 0, 64])],
    [1, 32, Buffer.from([0, 0, 0, 64])],
    [3, 32, Buffer.from([0, 0, 0, 63])],
    [3, 64, Buffer.from([0, 0, 0, 0, 0, 0, 0xe0, 0x3f])],
  ])("of format %d with %d bits is read", (kind, bits, data) => {
    expect([...readWav(wav({ kind, channels: 1, bits }, data)).data]).toEqual([0.5]);
  });

  it("of two channels is mixed, behind another chunk of odd size", () => {
    const data = Buffer.from([0, 64, 0, 0, 0, 0, 0, 0]);
    const { data: samples, sampleRate } = readWav(
      wav({ kind: 1, channels: 2, bits: 16 }, data, Buffer.alloc(3)),
    );
    expect([sampleRate, ...samples]).toEqual([8000, 0.25, 0]);
  });

  it("that was cut off is read as far as it goes", () => {
    expect(readWav(writeWav(tone).slice(0, -101)).data).toHaveLength(429);
  });

  it.each([
    ["nothing", Buffer.alloc(0), "RIFF"],
    ["an Ogg file", Buffer.from("OggS and more of it"), "RIFF"],
    ["no format", Buffer.from("RIFF\0\0\0\0WAVE"), "no format"],
    ["no samples", writeWav(tone).slice(0, 36), "no samples"],
    ["no channels", wav({ kind: 1, channels: 0, bits: 16 }, Buffer.alloc(2)), "no channels"],
    ["ADPCM", wav({ kind: 2, channels: 1, bits: 4 }, Buffer.alloc(2)), "format 2"],
    ["12 bits", wav({ kind: 1, channels: 1, bits: 12 }, Buffer.alloc(2)), "12 bits"],
  ])("with %s is refused in words", (_name, bytes, words) => {
    expect(() => readWav(bytes)).toThrow(words);
  });
});
