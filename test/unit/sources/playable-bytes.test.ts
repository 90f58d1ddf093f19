import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { wavOf } from "../../support/wav.js";
import type { PlaceStep } from "../../../lib/native/index.js";
import { systemClock } from "../../../lib/net/index.js";
import {
  FileBytes,
  MemoryBytes,
  playableBytes,
  StreamBytes,
  type ByteOrigin,
  type Probe,
  type SearchPlace,
} from "../../../lib/sources/index.js";

const plays: Probe = (start) => (start.length < 4 ? { verdict: "more" } : { verdict: "plays", name: "" });
const foreign: Probe = () => ({ verdict: "foreign", name: "an AAC file" });
const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;

async function read(origin: ByteOrigin, probe: Probe): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const bytes = playableBytes(origin, probe, { clock: systemClock, titled: () => undefined });
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}

const streamOf = (...pieces: string[]): StreamBytes =>
  new StreamBytes(
    (async function* () {
      for (const piece of pieces) yield Buffer.from(piece);
    })(),
  );

let folder: string;
let searched: string | undefined;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "sdkpp-sources-"));
  searched = process.env["PATH"];
});

afterEach(async () => {
  process.env["PATH"] = searched;
  await rm(folder, { recursive: true });
});

describe("bytes that the engine plays", () => {
  it("come as they are, once their beginning is known", async () => {
    expect((await read(streamOf("a", "bc", "def", "g"), plays)).toString()).toBe("abcdefg");
    expect(
      (await read(streamOf("ab"), (_start, isAll) => ({ verdict: isAll ? "plays" : "more", name: "" })))
        .length,
    ).toBe(2);
  });

  describe("of which the beginning is not to be heard", () => {
    const file = Buffer.from(wavOf(new Int16Array(2 * 48_000 * 4)));
    const steady = { begins: 44, unitBytes: 4, rate: 48_000 };
    const wav: Probe = () => ({ verdict: "plays", name: "a WAV file", steady });

    async function readFrom(startMs: number, opensAt = true) {
      const told: (string | number)[] = [];
      const origin: ByteOrigin = {
        name: "it",
        isRepeatable: true,
        open: () => inTwoPieces(file, told),
        openAt(position) {
          told.push(position);
          return opensAt ? new MemoryBytes(file).openAt(position) : undefined;
        },
      };
      const beginsThere = (skipMs: number) => void told.push(`begins there, ${String(skipMs)} ms early`);
      const pieces: Uint8Array[] = [];
      const wishes = { clock: systemClock, titled: () => undefined, startMs, beginsThere };
      for await (const piece of playableBytes(origin, wav, wishes)) pieces.push(piece);
      return { bytes: Buffer.concat(pieces), told };
    }

    it("begin there, behind a header of their own", async () => {
      const { bytes, told } = await readFrom(3000);
      expect(told).toEqual([44 + 3000 * 192, "closed", "begins there, 0 ms early"]);
      expect(bytes.subarray(44).equals(file.subarray(44 + 3000 * 192))).toBe(true);
      expect(bytes.readUInt32LE(40)).toBe(1000 * 192);
    });

    it("are read on when the place is near, behind the end, or cannot be reached", async () => {
      for (const [startMs, opensAt] of [[0], [500], [5000], [3000, false]] as const) {
        const { bytes, told } = await readFrom(startMs, opensAt);
        expect(bytes.equals(file)).toBe(true);
        expect(told.join()).not.toContain("begins there");
      }
    });
  });

  describe("of which the place is looked for", () => {
    const file = Buffer.from(Array.from({ length: 400_000 }, (_, at) => at % 251));
    const opus: Probe = () => ({ verdict: "plays", name: "an Ogg Opus file" });

    /** A search that wants two parts of the file. */
    function searchPlace(end: PlaceStep, told: unknown[]): SearchPlace {
      const steps: PlaceStep[] = [
        { type: "read", position: 300_000, size: 10 },
        { type: "read", position: 399_995, size: 10 },
        end,
      ];
      return (start, size, startMs) => {
        told.push(["searches", start.length, size, startMs]);
        return (bytes) => {
          if (bytes !== undefined) told.push([...bytes]);
          return steps.shift()!;
        };
      };
    }

    async function readFrom(
      end: PlaceStep,
      { startMs = 60_000, ...changes }: Partial<ByteOrigin> & { startMs?: number } = {},
    ) {
      const told: unknown[] = [];
      const memory = new MemoryBytes(file);
      const origin: ByteOrigin = {
        name: "it",
        isRepeatable: true,
        open: () => inTwoPieces(file, told),
        openAt: (position) => memory.openAt(position),
        size: () => memory.size(),
        readAt: (position, size) => memory.readAt(position, size),
        ...changes,
      };
      const wishes = {
        clock: systemClock,
        titled: () => undefined,
        startMs,
        beginsThere: (skipMs: number) => void told.push(skipMs),
        searchPlace: searchPlace(end, told),
      };
      const pieces: Uint8Array[] = [];
      for await (const piece of playableBytes(origin, opus, wishes)) pieces.push(piece);
      return { bytes: Buffer.concat(pieces), told };
    }

    const found: PlaceStep = { type: "found", head: Buffer.from("head"), position: 200_000, skipMs: 7.5 };

    it("begin there, behind a head, and say how early that is", async () => {
      const { bytes, told } = await readFrom(found);
      expect(bytes.equals(Buffer.concat([Buffer.from("head"), file.subarray(200_000)]))).toBe(true);
      expect(told).toEqual([
        ["searches", 1000, 400_000, 60_000],
        "closed",
        [...file.subarray(300_000, 300_010)],
        [...file.subarray(399_995)],
        7.5,
      ]);
    });

    it.each([
      ["nowhere", { type: "nowhere" }, {}],
      ["in a part that cannot be had", found, { readAt: () => Promise.resolve(undefined) }],
      ["in a part that fails", found, { readAt: () => Promise.reject(new Error("cut")) }],
    ] satisfies [string, PlaceStep, Partial<ByteOrigin>][])(
      "are read from their beginning when it is %s",
      async (_where, end, changes) => {
        const { bytes, told } = await readFrom(end, changes);
        expect(bytes.equals(file)).toBe(true);
        expect(told).not.toContain(7.5);
      },
    );

    it.each([
      ["near", { startMs: 9999 }],
      ["of an unknown size", { size: () => Promise.resolve(undefined) }],
      ["short", { size: () => Promise.resolve(200_000) }],
    ] satisfies [string, Partial<ByteOrigin> & { startMs?: number }][])(
      "are read on when the place or the source is %s",
      async (_what, changes) => {
        const { bytes, told } = await readFrom(found, changes);
        expect(bytes.equals(file)).toBe(true);
        expect(told).toEqual(["closed"]);
      },
    );
  });

  it("are looked at a few times only, in pieces of any size", async () => {
    let looks = 0;
    const late: Probe = (start) => {
      looks += 1;
      return start.length < 60_000 ? { verdict: "more" } : { verdict: "plays", name: "" };
    };
    const bytes = streamOf(...Array<string>(70_000).fill("x"));
    expect((await read(bytes, late)).length).toBe(70_000);
    expect(looks).toBeLessThan(20);
  });

  it.each([
    ["their end", plays, true],
    ["a failure", () => expect.fail("of the probe"), false],
  ] satisfies [string, Probe, boolean][])("let go of their origin at %s", async (_what, probe, isWell) => {
    let signal: AbortSignal | undefined;
    const origin: ByteOrigin = {
      name: "it",
      isRepeatable: false,
      open: (wishes) => {
        signal = wishes.signal;
        return streamOf("abcd").open(wishes);
      },
    };
    const end = await read(origin, probe).then(
      () => true,
      () => false,
    );
    expect([end, signal?.aborted]).toEqual([isWell, true]);
  });

  it.each([
    [
      "an empty file",
      new MemoryBytes(new Uint8Array(0)),
      "SOURCE_UNREADABLE",
      "the source cannot be read: it is empty",
    ],
    [
      "a missing file",
      new FileBytes("/no/such/song.mp3"),
      "SOURCE_UNREADABLE",
      'the file "/no/such/song.mp3" cannot be read: there is no such file (ENOENT)',
    ],
    [
      "a folder",
      new FileBytes("/"),
      "SOURCE_UNREADABLE",
      'the file "/" cannot be read: it is a folder (EISDIR)',
    ],
    [
      "a list",
      streamOf("#EXTM3U\nhttp://a.test/"),
      "SOURCE_UNSUPPORTED",
      "the stream is a list of addresses; play one of those",
    ],
    ["a text", streamOf("some", 3 as never), "ARGUMENT_INVALID", undefined],
  ])("are not %s", async (_what, origin, code, message) => {
    const failure = (await read(origin, foreign).catch((error: unknown) => error)) as Error;
    expect(failure).toMatchObject({ code: code === "ARGUMENT_INVALID" ? expect.anything() : code });
    if (message !== undefined) expect(failure.message).toBe(message);
  });

  it("need ffmpeg when they are foreign, and say so", async () => {
    process.env["PATH"] = folder;
    await expect(read(streamOf("ADTS"), foreign)).rejects.toThrow(
      "the stream is an AAC file, which needs ffmpeg; install it, or put it on the PATH",
    );
  });
});

describe.skipIf(!hasFfmpeg)("what ffmpeg makes of a foreign stream (needs ffmpeg)", () => {
  const make = (name: string, ...args: string[]): string => {
    const file = path.join(folder, name);
    const tone = ["-f", "lavfi", "-i", "sine=frequency=440:duration=0.5"];
    const { status, stderr } = spawnSync("ffmpeg", ["-loglevel", "error", ...tone, ...args, file]);
    if (status !== 0) throw new Error(stderr.toString());
    return file;
  };

  it.each([
    ["tone.m4a", ["-c:a", "aac"]],
    ["tone.aac", ["-c:a", "aac"]],
    ["vorbis.ogg", ["-c:a", "vorbis", "-strict", "experimental", "-ac", "2"]],
    ["tone.aiff", []],
  ])("is the same sound as samples: %s", async (name, args) => {
    const wav = await read(new FileBytes(make(name, ...args)), foreign);
    expect(wav.subarray(0, 4).toString()).toBe("RIFF");
    // 0.5 s of 16-bit stereo, and what an encoder puts around it
    expect(wav.length).toBeGreaterThan(95_000);
    expect(wav.length).toBeLessThan(110_000);
  });

  it("reads what comes as a stream from its input", async () => {
    const origin = new FileBytes(make("tone.aac"));
    const stream = new StreamBytes(
      origin.open({ signal: new AbortController().signal, clock: systemClock, titled: () => undefined }),
    );
    expect((await read(stream, foreign)).length).toBeGreaterThan(95_000);
  });

  it.each([
    ["concat", "ffconcat version 1.0\nfile /etc/hostname\n"],
    ["a playlist in disguise", "   \n#EXT\n#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:9/a.ts\n"],
    ["no sound at all", "just a text"],
  ])("is nothing for %s: no other file, and no address", async (_what, text) => {
    const file = path.join(folder, "song.mp3");
    await writeFile(file, text);
    await expect(read(new FileBytes(file), foreign)).rejects.toMatchObject({
      code: "SOURCE_UNSUPPORTED",
      message: expect.stringContaining('"ffmpeg" ended with code') as string,
    });
  });
});

/** Tells when its reader has ended. */
async function* inTwoPieces(file: Uint8Array, told: unknown[]): AsyncGenerator<Uint8Array> {
  try {
    yield file.subarray(0, 1000);
    yield file.subarray(1000);
  } finally {
    told.push("closed");
  }
}
