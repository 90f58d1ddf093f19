import { describe, expect, it } from "vitest";
import type { Piece } from "../../../lib/voice/process/messages.js";
import { PieceLog, type PieceLogParts } from "../../../lib/voice/supervising/piece-log.js";
import { seeded } from "../../support/seeded.js";
import { settle } from "../../support/virtual-clock.js";

class Reader implements PieceLogParts {
  readonly pieces: Piece[] = [];
  readonly ends: unknown[] = [];

  send(pieces: readonly Piece[]): void {
    this.pieces.push(...pieces);
  }

  end(error?: unknown): void {
    this.ends.push(error);
  }
}

const OPUS = { type: "opus" } as const;
const PCM = { type: "pcm", sampleRate: 48_000, channels: 2 } as const;
/** 20 ms of music. */
const packet = (number: number): Uint8Array => Uint8Array.of(0xfc, number);
const packets = (count: number): Uint8Array[] => Array.from({ length: count }, (_, number) => packet(number));
const numbersOf = (pieces: readonly Piece[]): (number | undefined)[] => pieces.map((piece) => piece[1]);

const bytesOf = (pieces: readonly Piece[]): Buffer =>
  Buffer.concat(pieces.map((one) => Buffer.from(one.buffer, one.byteOffset, one.byteLength)));

describe("pieces on their way to a voice process", () => {
  it("are read as they are asked for", async () => {
    const reader = new Reader();
    const log = new PieceLog(packets(5), OPUS, reader);
    log.wants(2);
    expect(numbersOf(reader.pieces)).toEqual([0, 1]);
    log.wants(2);
    await settle();
    expect(numbersOf(reader.pieces)).toEqual([0, 1, 2, 3]);
    expect(reader.ends).toEqual([]);
    log.wants(5);
    await settle();
    expect(numbersOf(reader.pieces)).toEqual([0, 1, 2, 3, 4]);
    expect(reader.ends).toEqual([undefined]);
  });

  it("are sent again to the next process, from where the source is by then", async () => {
    const reader = new Reader();
    const log = new PieceLog(packets(20), OPUS, reader);
    log.wants(10);
    log.played(60);
    reader.pieces.length = 0;
    log.wants(10, { ms: 100 });
    await settle();
    expect(numbersOf(reader.pieces)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
  });

  it("go on behind those that a process took, which hands its source over, and so does the next one", () => {
    const reader = new Reader();
    const log = new PieceLog(packets(40), OPUS, reader);
    log.wants(10);
    log.lost();
    // the first ten were not played: this process begins in their middle
    log.wants(10, { ms: 60 });
    reader.pieces.length = 0;
    for (const [taken, expected] of [
      [4, 7],
      [9, 12],
    ] as const) {
      log.played(100);
      log.lost();
      log.wants(3, { taken });
      expect(numbersOf(reader.pieces)[0]).toBe(expected);
      reader.pieces.length = 0;
    }
  });

  it("of samples keep the cut of their first piece when none was taken yet", async () => {
    const reader = new Reader();
    const log = new PieceLog([Int16Array.of(1, 2, 3, 4, 5, 6, 7, 8)], PCM, reader);
    log.wants(1, { ms: 2 / 48 });
    log.lost();
    log.wants(1, { taken: 0 });
    await settle();
    expect(reader.pieces).toEqual([Int16Array.of(5, 6, 7, 8), Int16Array.of(5, 6, 7, 8)]);
  });

  it("of a stream wait for the next process to ask, and so does the end", async () => {
    const reader = new Reader();
    const stream = (async function* () {
      for (const each of packets(3)) yield await Promise.resolve(each);
    })();
    const log = new PieceLog(stream, OPUS, reader);
    log.wants(2, { ms: 0 });
    log.lost();
    await settle();
    expect([reader.pieces, reader.ends]).toEqual([[], []]);
    log.wants(9, { ms: 0 });
    await settle();
    expect([numbersOf(reader.pieces), reader.ends]).toEqual([[0, 1, 2], [undefined]]);
  });

  it("are not kept once they were played", () => {
    const reader = new Reader();
    const log = new PieceLog(packets(20), OPUS, reader);
    log.wants(10);
    log.played(61);
    reader.pieces.length = 0;
    log.wants(7, { ms: 0 });
    expect(numbersOf(reader.pieces)).toEqual([3, 4, 5, 6, 7, 8, 9]);
  });

  it("that were not read yet are left out when their time is over", async () => {
    const reader = new Reader();
    const log = new PieceLog(packets(20), OPUS, reader);
    log.wants(2);
    reader.pieces.length = 0;
    log.wants(3, { ms: 209 });
    await settle();
    expect(numbersOf(reader.pieces)).toEqual([10, 11, 12]);
  });

  it("end once more for the next process", async () => {
    const reader = new Reader();
    const log = new PieceLog(packets(3), OPUS, reader);
    log.wants(9);
    await settle();
    reader.pieces.length = 0;
    log.wants(9, { ms: 40 });
    expect(numbersOf(reader.pieces)).toEqual([2]);
    expect(reader.ends).toHaveLength(2);
  });

  it("of samples begin at any sample, wherever the pieces end", async () => {
    const random = seeded(7);
    const whole = Buffer.from(Array.from({ length: 48 * 4 * 100 }, () => Math.floor(random() * 256)));
    for (let round = 0; round < 50; round += 1) {
      const parts: Uint8Array[] = [];
      for (let at = 0; at < whole.length;) {
        const size = 1 + Math.floor(random() * 999);
        parts.push(whole.subarray(at, at + size));
        at += size;
      }
      const reader = new Reader();
      const log = new PieceLog(parts, PCM, reader);
      log.wants(10);
      const samples = Math.floor(random() * 4800);
      log.played((samples / 48) * random());
      reader.pieces.length = 0;
      log.wants(100_000, { ms: samples / 48 });
      await settle();
      expect(bytesOf(reader.pieces).equals(whole.subarray(samples * 4)), `round ${String(round)}`).toBe(true);
    }
  });

  it("of a stream are passed on one by one, and its end is that of the reader", async () => {
    const reader = new Reader();
    let isEnded = false;
    const log = new PieceLog(
      (async function* () {
        try {
          for (let number = 0; ; number += 1) yield await Promise.resolve(packet(number));
        } finally {
          isEnded = true;
        }
      })(),
      OPUS,
      reader,
    );
    log.wants(3);
    await settle();
    expect(numbersOf(reader.pieces)).toEqual([0, 1, 2]);
    log.close();
    await settle();
    expect([isEnded, reader.ends]).toEqual([true, []]);
  });

  it("say what their source threw, behind what it gave before", async () => {
    const reader = new Reader();
    const failing = (function* () {
      yield packet(0);
      throw new Error("the disk is gone");
    })();
    new PieceLog(failing, OPUS, reader).wants(5);
    await settle();
    expect(numbersOf(reader.pieces)).toEqual([0]);
    expect(reader.ends).toMatchObject([{ message: "the disk is gone" }]);
  });

  it("that are none end the source", async () => {
    const reader = new Reader();
    new PieceLog(["text" as never], PCM, reader).wants(5);
    await settle();
    expect(reader.ends).toMatchObject([
      { message: expect.stringContaining("Int16Array or Uint8Array") as string },
    ]);
  });
});
