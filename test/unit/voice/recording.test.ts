import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { ReceivedBlock } from "../../../lib/native/index.js";
import { OggFile } from "../../../lib/voice/recording/ogg-file.js";
import { Recording, type RecordOptions } from "../../../lib/voice/recording/recording.js";
import type { FileAccess } from "../../../lib/call/recording/sound-file.js";
import { WavFile } from "../../../lib/call/recording/wav-file.js";
import { settle, VirtualClock } from "../../support/virtual-clock.js";

/** Files in memory. */
class Files {
  readonly content = new Map<string, Buffer>();
  fails: string | undefined;

  readonly open = (path: string): Promise<FileAccess> => {
    if (this.fails !== undefined) return Promise.reject(new Error(this.fails));
    this.content.set(path, Buffer.alloc(0));
    return Promise.resolve(this.access(path));
  };

  access(path: string): FileAccess {
    const resize = (length: number): Buffer => {
      const before = this.content.get(path) ?? Buffer.alloc(0);
      const after = Buffer.alloc(length);
      before.copy(after);
      this.content.set(path, after);
      return after;
    };
    return {
      write: (bytes, position) => {
        const size = this.content.get(path)?.length ?? 0;
        resize(Math.max(size, position + bytes.length)).set(bytes, position);
        return Promise.resolve();
      },
      truncate: (length) => Promise.resolve(void resize(length)),
      close: () => Promise.resolve(),
    };
  }
}

let files: Files;
let clock: VirtualClock;
let warnings: string[];
let detached: number;

beforeEach(() => {
  files = new Files();
  clock = new VirtualClock();
  warnings = [];
  detached = 0;
});

function record(options: Partial<RecordOptions> = {}): Recording {
  return Recording.of({
    options: { folder: "f", format: "wav", mix: false, gapless: true, ...options },
    clock,
    openFile: files.open,
    makeFolder: () => Promise.resolve(),
    unixTime: () => 1_700_000_000_000,
    random: (bytes) => new Uint8Array(bytes).fill(7),
    present: [1n],
    detach: () => void (detached += 1),
    warn: (message) => void warnings.push(message),
  });
}

const BLOCK = 960;
const pcm = (userId: bigint, timestamp: number, value: number): ReceivedBlock => ({
  userId,
  format: "pcm",
  sequence: 0,
  rtpTimestamp: 0,
  timestamp,
  data: new Int16Array(2 * BLOCK).fill(value),
});
const opus = (userId: bigint, timestamp: number, body = 1): ReceivedBlock => ({
  userId,
  format: "opus",
  sequence: 0,
  rtpTimestamp: 0,
  timestamp,
  ssrc: 1,
  arrival: timestamp,
  data: Uint8Array.of(0xf8, body),
});

/** The value of each block of a WAV file. */
function blocksOf(path: string): number[] {
  const sound = files.content.get(path)!.subarray(80);
  return Array.from({ length: sound.length / (4 * BLOCK) }, (_, at) => sound.readInt16LE(at * 4 * BLOCK));
}

interface Page {
  granule: number;
  flags: number;
  packets: Buffer[];
}

/** The pages of an Ogg file, read by their own rules. */
function pagesOf(file: Buffer): Page[] {
  const pages: Page[] = [];
  for (let at = 0; at < file.length;) {
    expect(file.toString("latin1", at, at + 4)).toBe("OggS");
    const lacing = [...file.subarray(at + 27, at + 27 + file[at + 26]!)];
    let from = at + 27 + lacing.length;
    const packets: Buffer[] = [];
    let length = 0;
    for (const part of lacing) {
      length += part;
      if (part === 255) continue;
      packets.push(file.subarray(from, from + length));
      from += length;
      length = 0;
    }
    pages.push({ granule: Number(file.readBigInt64LE(at + 6)), flags: file[at + 5]!, packets });
    at = from;
  }
  return pages;
}

const packetsOf = (file: Buffer): number[] =>
  pagesOf(file)
    .slice(2)
    .flatMap(({ packets }) => packets.map((packet) => packet[1]!));

describe("a recording", () => {
  it("has a file for each speaker on one time line, a mix, and who came and went", async () => {
    const recording = record({ mix: true });
    // the mix of silence, which lies behind the first sound
    recording.push({ ...pcm(0n, 5000 + BLOCK, 8), format: "mix" } as ReceivedBlock);
    recording.push(pcm(1n, 5000, 10));
    recording.push({ ...pcm(0n, 5000, 9), format: "mix" } as ReceivedBlock);
    clock.advance(20);
    recording.participant(2n, true);
    recording.push(pcm(2n, 5000 + 3 * BLOCK, 20));
    recording.push(pcm(1n, 5000 + 4 * BLOCK, 11));
    recording.participant(2n, false);
    const report = await recording.stop();
    expect(blocksOf("f/1.wav")).toEqual([10, 0, 0, 0, 11]);
    expect(blocksOf("f/2.wav")).toEqual([0, 0, 0, 20, 0]);
    expect(blocksOf("f/mix.wav")).toEqual([9, 0, 0, 0, 0]);
    expect(report).toMatchObject({
      startedAt: "2023-11-14T22:13:20.000Z",
      lengthMs: 100,
      format: "wav",
      mix: "mix.wav",
    });
    expect(report.marks).toEqual([
      { atMs: 0, userId: "1", what: "joined" },
      { atMs: 40, userId: "2", what: "joined" },
      { atMs: 100, userId: "2", what: "left" },
    ]);
    expect(JSON.parse(files.content.get("f/recording.json")!.toString())).toEqual(report);
    expect([detached, await recording.stop()]).toEqual([1, report]);
  });

  it("has no steps in speech when clocks differ, and is in time behind a pause", async () => {
    const recording = record();
    for (const [at, value] of [
      [0, 1],
      [BLOCK + 4, 2],
      [2 * BLOCK - 4, 3],
      [20 * BLOCK + 7, 4],
    ] as const)
      recording.push(pcm(1n, at, value));
    await recording.stop();
    const sound = files.content.get("f/1.wav")!.subarray(80);
    const valueAt = (frame: number): number => sound.readInt16LE(frame * 4);
    expect([0, BLOCK - 1, BLOCK, 2 * BLOCK - 1, 2 * BLOCK, 3 * BLOCK - 1, 3 * BLOCK].map(valueAt)).toEqual([
      1, 1, 2, 2, 3, 3, 0,
    ]);
    expect([20 * BLOCK + 6, 20 * BLOCK + 7].map(valueAt)).toEqual([0, 4]);
  });

  it("leaves pauses out when asked to, and says where each part was", async () => {
    const recording = record({ gapless: false });
    for (const at of [0, 1, 50, 51]) recording.push(pcm(1n, at * BLOCK, at + 1));
    const { tracks } = await recording.stop();
    expect(blocksOf("f/1.wav")).toEqual([1, 2, 51, 52]);
    expect(tracks[0]!.parts).toEqual([
      { atMs: 0, fileMs: 0, lengthMs: 40 },
      { atMs: 1000, fileMs: 40, lengthMs: 40 },
    ]);
  });

  it("goes on with the sound of a call that was joined anew", async () => {
    const recording = record();
    recording.push(pcm(1n, 480_000, 1));
    clock.advance(60);
    recording.beginsAnew();
    recording.push(pcm(1n, 0, 2));
    recording.push(pcm(1n, BLOCK, 3));
    expect((await recording.stop()).lengthMs).toBe(120);
    // the first block ends when it comes: 60 ms of silence follow
    expect(blocksOf("f/1.wav")).toEqual([1, 0, 0, 0, 2, 3]);
  });

  it("can be read at any moment, and to its end when the process dies", async () => {
    const recording = record();
    recording.push(pcm(1n, 0, 3));
    clock.advance(1000);
    await settle();
    const file = files.content.get("f/1.wav")!;
    expect([file.toString("latin1", 0, 4), file.readUInt32LE(76), blocksOf("f/1.wav")]).toEqual([
      "RIFF",
      0xffff_ffff,
      [3],
    ]);
    await recording.stop();
    expect(files.content.get("f/1.wav")!.readUInt32LE(76)).toBe(4 * BLOCK);
  });

  it("fails when a file cannot be made, and says so once", async () => {
    files.fails = "the disk is full";
    const recording = record();
    recording.push(pcm(1n, 0, 3));
    clock.advance(1000);
    await expect(recording.ended).rejects.toThrow("the disk is full");
    expect([warnings, detached]).toEqual([["the recording ended: the disk is full"], 1]);
    recording.push(pcm(1n, 960, 3));
    await expect(recording.stop()).rejects.toThrow("the disk is full");
  });

  it("holds a bounded amount for a disk that is too slow", async () => {
    const recording = record();
    const large = { ...pcm(1n, 0, 0), data: new Int16Array(8 * 1024 * 1024) } as ReceivedBlock;
    for (let at = 0; at < 9; at += 1) recording.push({ ...large, timestamp: at * BLOCK });
    await expect(recording.ended).rejects.toMatchObject({ code: "RECORDING_FAILED" });
  });

  it("makes no file for the thousand-and-first speaker", async () => {
    const recording = record({ format: "ogg" });
    for (let user = 1n; user <= 1002n; user += 1n) recording.push(opus(user, 0));
    expect((await recording.stop()).tracks).toHaveLength(1000);
    expect(warnings).toEqual(["a recording has 1000 speakers at most; others are left out"]);
  });
});

describe("a file of packets", () => {
  it("has them in their order, with silence between them", async () => {
    const recording = record({ format: "ogg" });
    for (const at of [0, 2, 1, 5]) recording.push(opus(1n, at * BLOCK, at + 1));
    // clocks differ by a little: that waits for a pause, behind which 2.5 ms are the step
    recording.push(opus(1n, 6 * BLOCK + 250, 7));
    recording.push(opus(1n, 8 * BLOCK + 250, 8));
    recording.push(opus(1n, 0, 99));
    const { tracks } = await recording.stop();
    expect(tracks[0]!.latePackets).toBe(1);
    const file = files.content.get("f/1.ogg")!;
    expect(packetsOf(file)).toEqual([1, 2, 3, 0xff, 0xff, 6, 7, 0xff, 0xff, 0xff, 8]);
    const pages = pagesOf(file);
    expect([pages[0]!.flags, pages.at(-1)!.flags, pages.at(-1)!.granule]).toEqual([2, 4, 9 * BLOCK + 240]);
    expect(pages[0]!.packets[0]!.toString("latin1", 0, 8)).toBe("OpusHead");
  });

  it("leaves out what comes after its place, and what is no packet", async () => {
    const file = new OggFile(files.access("a"), 1);
    for (let at = 0; at < 30; at += 1) file.put(Uint8Array.of(0xf8, at), at * BLOCK);
    file.put(Uint8Array.of(0xf8, 99), 0);
    file.put(new Uint8Array(), 30 * BLOCK);
    await file.end(30 * BLOCK);
    expect([file.late, packetsOf(files.content.get("a")!)]).toEqual([
      2,
      Array.from({ length: 30 }, (_, at) => at),
    ]);
  });

  it("takes any packets at any time, and stays a file of Ogg", async () => {
    const packets = fc.array(fc.tuple(fc.uint8Array({ maxLength: 1300 }), fc.nat({ max: 200_000 })), {
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(packets, async (all) => {
        const file = new OggFile(files.access("a"), 1);
        for (const [packet, at] of all) file.put(packet, at);
        await file.end(200_000);
        const granules = pagesOf(files.content.get("a")!).map(({ granule }) => granule);
        expect(granules).toEqual([...granules].sort((a, b) => a - b));
        expect(granules.at(-1)).toBeGreaterThan(200_000 - BLOCK);
        files.content.delete("a");
      }),
      { numRuns: 50 },
    );
  });
});

it.each([
  ["WAV", (file: FileAccess) => new WavFile(file)],
  ["Ogg", (file: FileAccess) => new OggFile(file, 1)],
])("a %s file that cannot be completed is closed", async (_format, fileOn) => {
  let closed = 0;
  const file = fileOn({
    write: () => Promise.reject(new Error("the disk is full")),
    truncate: () => Promise.resolve(),
    close: () => Promise.resolve(void (closed += 1)),
  });
  await expect(file.end(BLOCK)).rejects.toThrow("the disk is full");
  expect(closed).toBe(1);
});

it("a WAV file over 4 GiB says its size as RF64 does", async () => {
  let head: Buffer = Buffer.alloc(0);
  const file = new WavFile({
    write: (bytes, position) =>
      Promise.resolve(position === 0 ? void (head = Buffer.from(bytes)) : undefined),
    truncate: () => Promise.resolve(),
    close: () => Promise.resolve(),
  });
  const hours = 10 * 3600 * 48_000;
  file.put(new Uint8Array(4), hours - 1);
  await file.end(hours);
  expect([head.toString("latin1", 0, 4), head.toString("latin1", 12, 16)]).toEqual(["RF64", "ds64"]);
  expect([head.readBigUInt64LE(28), head.readBigUInt64LE(36)]).toEqual([BigInt(hours * 4), BigInt(hours)]);
  expect(head.readUInt32LE(76)).toBe(0xffff_ffff);
});
