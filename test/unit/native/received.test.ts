import { expect, it } from "vitest";
import { readReceived, type ReceivedBlock } from "../../../lib/native/index.js";

/** A record as `takeReceived` has it: length, tag, format and sequence, RTP timestamp, size, time, SSRC, how long after it came, data. */
function record(
  tag: number,
  format: number,
  [sequence, rtpTimestamp, time, ssrc = 0, arrivedAfter = 0]: [number, number, number, number?, number?],
  data: Uint8Array,
): number[] {
  const padded = new Uint8Array((data.length + 7) & ~7);
  padded.set(data);
  const words = Array.from(new Uint32Array(padded.buffer));
  const times = [time % 2 ** 32, Math.floor(time / 2 ** 32)];
  const head = [tag, format | (sequence << 16), rtpTimestamp, data.length, ...times, ssrc, arrivedAfter];
  return [32 + data.length, 0, ...head, ...words];
}

function read(...records: number[][]): [ReceivedBlock, string | undefined][] {
  const batch = Uint32Array.from(records.flat()).buffer;
  const owners = new Map([[1, { userId: 6n, name: "six" }]]);
  const all: [ReceivedBlock, string | undefined][] = [];
  readReceived(
    batch,
    (tag) => owners.get(tag),
    (block, owner) => all.push([block, owner?.name]),
  );
  return all;
}

it("reads packets, samples and the mix, whatever their length", () => {
  const packet = Uint8Array.of(1, 2, 3, 4, 5);
  const samples = new Uint8Array(Int16Array.of(7, -7).buffer);
  expect(
    read(
      record(1, 0, [65_535, 4_294_967_295, 5_000_000_000, 4_000_000_000, 480], packet),
      record(1, 1, [0, 0, 960], samples),
      record(0, 2, [0, 0, 1920], samples),
      record(1, 0, [1, 2, 3, 4, -2], new Uint8Array()),
    ),
  ).toEqual([
    [{ userId: 6n, format: "opus", sequence: 65_535, rtpTimestamp: 4_294_967_295, timestamp: 5_000_000_000, data: packet, ssrc: 4_000_000_000, arrival: 5_000_000_480 }, "six"],
    [{ userId: 6n, format: "pcm", sequence: 0, rtpTimestamp: 0, timestamp: 960, data: Int16Array.of(7, -7) }, "six"],
    [{ userId: 0n, format: "mix", sequence: 0, rtpTimestamp: 0, timestamp: 1920, data: Int16Array.of(7, -7) }, undefined],
    [{ userId: 6n, format: "opus", sequence: 1, rtpTimestamp: 2, timestamp: 3, data: new Uint8Array(), ssrc: 4, arrival: 1 }, "six"],
  ]);
});

it("leaves out what has no owner, and formats that it does not know", () => {
  const packet = Uint8Array.of(1);
  expect(read(record(2, 0, [1, 1, 1], packet), record(1, 3, [1, 1, 1], packet), record(2, 1, [1, 1, 1], packet))).toEqual([]);
});

it("reads an empty batch", () => {
  expect(read()).toEqual([]);
});
