import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { VirtualClock } from "../../support/virtual-clock.js";
import { ByteInputQueue } from "../../../lib/voice/input-queue.js";
import { Playback } from "../../../lib/voice/playback.js";
import type { SourceTarget } from "../../../lib/voice/source-target.js";
import type { CheckedSource } from "../../../lib/voice/source.js";

/** A queue of samples that takes what it has room for, up to `room` samples per channel with each call. */
class Queue {
  readonly samples: number[] = [];
  hasEnded = false;
  readonly #channels: number;
  readonly #room: () => number;

  constructor(channels: number, room: () => number) {
    this.#channels = channels;
    this.#room = room;
  }

  get target(): SourceTarget {
    const target: Partial<SourceTarget> = {
      openPcm: () => undefined,
      writePcm: (samples) => this.#write(samples),
      finish: () => void (this.hasEnded = true),
      close: () => undefined,
    };
    return target as SourceTarget;
  }

  #write(samples: Int16Array): number {
    const taken = Math.min(this.#room(), Math.floor(samples.length / this.#channels));
    this.samples.push(...samples.subarray(0, taken * this.#channels));
    return taken;
  }
}

function cut(bytes: Uint8Array, sizes: number[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const size of sizes) {
    pieces.push(bytes.slice(at, at + size));
    at += size;
  }
  return [...pieces, bytes.slice(at)];
}

function play(
  source: CheckedSource,
  target: SourceTarget,
): { playback: Playback; warnings: string[]; clock: VirtualClock } {
  const clock = new VirtualClock();
  const warnings: string[] = [];
  const parts = {
    clock,
    source,
    probe: () => ({ verdict: "plays", name: "" }) as const,
    searchPlace: () => undefined,
    titled: () => undefined,
    warn: (message: string) => void warnings.push(message),
    ended: () => undefined,
  };
  const playback = new Playback(parts);
  playback.start(target);
  return { playback, warnings, clock };
}

const FRAMES = 64;
const bytesOf = (channels: number): Uint8Array =>
  Uint8Array.from({ length: FRAMES * channels * 2 }, (_, at) => (at * 37) % 251);

describe("samples in pieces", () => {
  it("give the same sound however they are cut, as samples and as bytes", () => {
    const partition = fc.record({
      channels: fc.constantFrom(1 as const, 2 as const),
      sizes: fc.array(fc.nat({ max: 17 }), { maxLength: 30 }),
      rooms: fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 5 }),
      asSamples: fc.boolean(),
    });
    fc.assert(
      fc.property(partition, ({ channels, sizes, rooms, asSamples }) => {
        const bytes = bytesOf(channels);
        const pieces = asSamples
          ? cut(
              bytes,
              sizes.map((size) => 2 * size),
            ).map((piece) => new Int16Array(piece.slice().buffer))
          : cut(bytes, sizes);
        let turn = 0;
        const queue = new Queue(channels, () => rooms[turn++ % rooms.length]! + (turn % 50 === 0 ? 1 : 0));
        const { clock } = play({ type: "pcm", samples: pieces, sampleRate: 48_000, channels }, queue.target);
        for (let wait = 0; wait < 5000 && !queue.hasEnded; wait += 1) clock.advance(240);
        expect(queue.hasEnded).toBe(true);
        expect(queue.samples).toEqual([...new Int16Array(bytes.slice().buffer)]);
      }),
      { numRuns: 200 },
    );
  });

  it("end as damaged when the last sample is not whole", async () => {
    const queue = new Queue(2, () => 1000);
    const source = {
      type: "pcm",
      samples: [bytesOf(2), new Uint8Array(3)],
      sampleRate: 8000,
      channels: 2,
    } as const;
    const { playback, warnings } = play(source, queue.target);
    playback.inputEnded({ reason: "finished", losses: undefined });
    expect(await playback.ended).toBe("damaged");
    expect(playback.losses).toEqual({ packets: 0, bytes: 3, pages: 0, atMs: 8, playedMs: 8 });
    expect(warnings).toEqual([
      "the source is damaged: skipped 3 bytes that are damaged or missing; the first after 8 ms",
    ]);
  });

  it("are refused by name when they are something else", async () => {
    const samples = [new Float32Array(2)] as never;
    const { playback } = play(
      { type: "pcm", samples, sampleRate: 8000, channels: 1 },
      new Queue(1, () => 9).target,
    );
    await expect(playback.ended).rejects.toThrow(
      "source.samples: expected pieces that are an Int16Array or a Buffer, received Float32Array",
    );
  });
});

describe("bytes of a file", () => {
  /** How long the queue is left alone when it takes so many bytes between two turns. */
  function pauses(taken: readonly number[]): number[] {
    const waiting = [...taken];
    const target: Partial<SourceTarget> = { writeBytes: () => waiting.shift() ?? 0 };
    const queue = new ByteInputQueue(target as SourceTarget);
    queue.put(new Uint8Array(1 << 20));
    return taken.map(() => {
      expect(queue.flush()).toBe(false);
      return queue.pauseMs;
    });
  }

  it("are topped up less often while little of them is played", () => {
    expect(pauses([65_536, 300, 600, 1200, 2400, 2400])).toEqual([50, 100, 200, 400, 400, 400]);
  });

  it("are topped up as often as they need it", () => {
    expect(pauses([65_536, 9_600, 19_200, 19_200])).toEqual([50, 100, 100, 100]);
    expect(pauses([65_536, 300, 600, 50_000, 40_000])).toEqual([50, 100, 200, 50, 50]);
  });
});
