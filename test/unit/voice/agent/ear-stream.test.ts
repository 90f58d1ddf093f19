import { describe, expect, it } from "vitest";
import { listenOptionsArgument, type ListenOptions } from "../../../../lib/voice/agent/ear-options.js";
import type { EarFrame } from "../../../../lib/voice/agent/ear-frame.js";
import { EarStream } from "../../../../lib/voice/agent/ear-stream.js";
import { heardBlock } from "./heard-block.js";

const BLOCK_TICKS = 960;

interface Made {
  readonly stream: EarStream;
  readonly failures: [string, unknown][];
  closings: number;
}

function make(options: ListenOptions = {}): Made {
  const failures: [string, unknown][] = [];
  const made: Made = {
    failures,
    closings: 0,
    stream: EarStream.of({
      options: listenOptionsArgument("options", options),
      closing: () => (made.closings += 1),
      listenerFailed: (event, error) => failures.push([event, error]),
    }),
  };
  return made;
}

/** Blocks one behind the other. */
function push(stream: EarStream, count: number, from = 0): void {
  for (let at = 0; at < count; at += 1) stream.push(heardBlock({ timestamp: (from + at) * BLOCK_TICKS }));
}

async function read(stream: EarStream, count: number): Promise<EarFrame[]> {
  const frames: EarFrame[] = [];
  const reader = stream[Symbol.asyncIterator]();
  while (frames.length < count) frames.push((await reader.next()).value!);
  return frames;
}

describe("the frames of an agent", () => {
  it("have the loudness and the best probability of both halves", async () => {
    const { stream } = make();
    push(stream, 1);
    const [frame] = await read(stream, 1);
    expect(frame).toMatchObject({ userId: 1n, timestamp: 0, voiceProbability: 0.9, isInTurn: false });
    expect(frame!.levelDbfs).toBeCloseTo(-22.97, 2);
    expect(frame!.samples.length).toBe(320);
  });

  it("are halves of 10 ms when these are asked for", async () => {
    const { stream } = make({ frameMs: 10 });
    stream.push(heardBlock({ timestamp: 4800, samples: Int16Array.from({ length: 320 }, (_, at) => at) }));
    const [first, second] = await read(stream, 2);
    expect([first!.timestamp, second!.timestamp]).toEqual([4800, 5280]);
    expect([first!.levelDbfs, second!.levelDbfs]).toEqual([-20, -40]);
    expect([first!.voiceProbability, second!.voiceProbability]).toEqual([0.2, 0.9]);
    expect([first!.samples[0], first!.samples.length, second!.samples[0]]).toEqual([0, 160, 160]);
  });

  it("go to a listener, and do not wait then", () => {
    const { stream } = make();
    const frames: EarFrame[] = [];
    const listening = stream.on("frame", (frame) => frames.push(frame));
    push(stream, 1000);
    listening.dispose();
    expect([frames.length, stream.dropped]).toEqual([1000, 0]);
  });

  it("end with the stream, but for those that wait", async () => {
    const made = make();
    push(made.stream, 1);
    made.stream.close();
    made.stream.close();
    push(made.stream, 1);
    const frames: EarFrame[] = [];
    for await (const frame of made.stream) frames.push(frame);
    expect([frames.length, made.closings]).toEqual([1, 1]);
  });

  it("end for a reader that waits", async () => {
    const { stream } = make();
    const next = stream[Symbol.asyncIterator]().next();
    stream.close();
    expect(await next).toEqual({ value: undefined, done: true });
  });
});

describe("a reader that is too slow", () => {
  it("loses what is older than five seconds, and is told once for each stall", async () => {
    const { stream } = make();
    let stalls = 0;
    stream.on("dropped", () => (stalls += 1));
    push(stream, 300);
    expect([stream.dropped, stalls]).toEqual([49, 1]);
    expect((await read(stream, 251))[0]!.timestamp).toBe(49 * BLOCK_TICKS);
    push(stream, 300, 300);
    expect([stream.dropped, stalls]).toEqual([98, 2]);
  });

  it("is told of what was lost in front of it", async () => {
    const { stream } = make({ frameMs: 10 });
    let stalls = 0;
    stream.on("dropped", () => (stalls += 1));
    stream.push(heardBlock({ lost: 3 }));
    stream.push(heardBlock({ lost: 2, userId: 2n }));
    expect([stream.dropped, stalls]).toEqual([10, 1]);
    await read(stream, 4);
    stream.push(heardBlock());
    stream.push(heardBlock({ lost: 1 }));
    expect([stream.dropped, stalls]).toEqual([12, 2]);
  });
});

describe("frames of speech only", () => {
  const frameOf = (at: number, speechBegan?: number) =>
    heardBlock({ timestamp: at * BLOCK_TICKS, speechBegan });

  it("begin 300 ms before the speech, although it was found later", async () => {
    const { stream } = make({ speechOnly: true });
    for (let at = 0; at < 50; at += 1) stream.push(frameOf(at));
    // found in block 50, 100 ms behind its beginning
    for (let at = 50; at < 60; at += 1) stream.push(frameOf(at, 45 * BLOCK_TICKS));
    for (let at = 60; at < 100; at += 1) stream.push(frameOf(at));
    const frames = await read(stream, 30);
    expect(frames.map(({ timestamp }) => timestamp / BLOCK_TICKS)).toEqual(
      Array.from({ length: 30 }, (_, at) => 30 + at),
    );
    expect(frames.filter(({ isInTurn }) => isInTurn)).toHaveLength(10);
  });

  it("have no more before them than is asked for, and no one else's", async () => {
    const { stream } = make({ speechOnly: true, preRollMs: 40 });
    for (let at = 0; at < 50; at += 1) {
      stream.push(frameOf(at));
      stream.push({ ...frameOf(at), userId: 2n });
    }
    stream.push(frameOf(50, 50 * BLOCK_TICKS));
    expect((await read(stream, 3)).map(({ userId, timestamp }) => [userId, timestamp / BLOCK_TICKS])).toEqual(
      [
        [1n, 48],
        [1n, 49],
        [1n, 50],
      ],
    );
    stream.close();
    expect(await stream[Symbol.asyncIterator]().next()).toMatchObject({ done: true });
  });

  it("hold nothing of somebody who has gone", async () => {
    const { stream } = make({ speechOnly: true });
    stream.push(frameOf(0));
    stream.forget(1n);
    stream.push(frameOf(1, BLOCK_TICKS));
    stream.close();
    const frames: EarFrame[] = [];
    for await (const frame of stream) frames.push(frame);
    expect(frames.map(({ timestamp }) => timestamp)).toEqual([BLOCK_TICKS]);
  });
});

describe("options that are wrong", () => {
  it.each([
    [{ rate: 8000 }, "options.rate: 16000 or 24000"],
    [{ frameMs: 30 }, "options.frameMs: 10 or 20"],
    [{ preRollMs: 2000 }, "options.preRollMs: 0 to 1000"],
    [{ speechOnly: 1 }, "options.speechOnly: a boolean"],
  ])("%j are refused by name", (options, text) => {
    const [name = "", expected = ""] = text.split(": ");
    const refused = (): unknown => listenOptionsArgument("options", options as ListenOptions);
    expect(refused).toThrow(name);
    expect(refused).toThrow(expected);
  });
});
