import { expect, it } from "vitest";
import { opusPacketSamples } from "../../../lib/wire/index.js";

it.each([
  [[0x00], 480],
  [[0x18], 2880],
  [[0x60], 480],
  [[0x80], 120],
  [[0xf8], 960],
  [[0xf9], 1920],
  [[0xfb, 6], 5760],
  [[0xfb, 7], 0],
  [[0xfb], 0],
  [[], 0],
])("a packet of Opus tells its length: %j", (packet, samples) => {
  expect(opusPacketSamples(Uint8Array.from(packet))).toBe(samples);
});
