// A source that begins in its middle is read from there: of an hour at an address a small part is downloaded.
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AudioPlayer } from "sdkpp/voice";
import { oggFile, packetsOf } from "../../support/ogg.js";
import { waitFor } from "../../support/wait-for.js";
import { BotScene, HZ, type Heard } from "./support-voice-bots.js";

const OTHER_HZ = 1000;
const MINUTE_MS = 60_000;
/** The first of the hour that sounds of {@link HZ}. */
const TONE_MINUTE = 50;
const PACKETS_A_MINUTE = 3000;
const KINDS = ["Ogg Opus", "WebM", "FLAC"];
const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;

let folder: string;
let scene: BotScene;
let player: AudioPlayer;
let pcm: Heard;

function ffmpeg(...args: string[]): void {
  const { status, stderr } = spawnSync("ffmpeg", ["-y", "-loglevel", "error", ...args]);
  if (status !== 0) throw new Error(stderr.toString());
}

/** A second of a tone, in packets. */
async function second(frequency: number): Promise<Buffer[]> {
  const file = path.join(folder, `${String(frequency)}.opus`);
  const sound = ["-f", "lavfi", "-i", `sine=frequency=${String(frequency)}:duration=2`];
  ffmpeg(...sound, "-c:a", "libopus", "-b:a", "32k", file);
  return packetsOf(await readFile(file)).slice(25, 75);
}

/** An hour: one tone, and behind {@link TONE_MINUTE} the other. */
async function hour(): Promise<string> {
  const [before, behind] = [await second(OTHER_HZ), await second(HZ)];
  const packets = Array.from({ length: 60 * PACKETS_A_MINUTE }, (_, at) => {
    const tone = at < TONE_MINUTE * PACKETS_A_MINUTE ? before : behind;
    return tone[at % tone.length]!;
  });
  const file = path.join(folder, "hour.opus");
  await writeFile(file, oggFile(packets, 50));
  return file;
}

/** The same in FLAC. */
function flacHour(file: string): void {
  const tone = (hz: number, minutes: number): string[] => {
    const sine = `sine=frequency=${String(hz)}:sample_rate=16000:duration=${String(minutes * 60)}`;
    return ["-f", "lavfi", "-i", sine];
  };
  const both = [...tone(OTHER_HZ, TONE_MINUTE), ...tone(HZ, 60 - TONE_MINUTE)];
  ffmpeg(...both, "-filter_complex", "concat=n=2:v=0:a=1", "-c:a", "flac", file);
}

/** Serves a file, and counts what it sends of the parts that are asked for: more of the whole lies in sockets than anybody reads. */
class FileServer {
  sent = 0;
  requests = 0;
  readonly #file: Buffer;
  readonly #server: Server;

  constructor(file: Buffer, hasRanges = true) {
    this.#file = file;
    this.#server = createServer((request, response) => {
      this.requests += 1;
      const range = /^bytes=(\d+)-(\d*)$/.exec(hasRanges ? (request.headers.range ?? "") : "");
      const from = Number(range?.[1] ?? 0);
      const to = Math.min(Number(range?.[2] || Infinity) + 1, file.length);
      response.writeHead(range === null ? 200 : 206, { etag: '"1"', "content-length": to - from });
      this.#send(response, from, to, range !== null);
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}/`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** No faster than it is taken. */
  #send(response: ServerResponse, from: number, to: number, isPart: boolean): void {
    const end = Math.min(from + 16_384, to);
    if (from >= to) return void response.end();
    if (response.destroyed) return;
    if (isPart) this.sent += end - from;
    response.write(this.#file.subarray(from, end), () => this.#send(response, end, to, isPart));
  }
}

describe.skipIf(!hasFfmpeg)("an hour of sound (needs ffmpeg)", () => {
  const files = new Map<string, string>();

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "sdkpp-hour-"));
    const ogg = await hour();
    const webm = path.join(folder, "hour.webm");
    ffmpeg("-i", ogg, "-c", "copy", webm);
    const flac = path.join(folder, "hour.flac");
    flacHour(flac);
    files.set("Ogg Opus", ogg).set("WebM", webm).set("FLAC", flac);
  }, 60_000);

  afterAll(() => rm(folder, { recursive: true }));

  beforeEach(async () => {
    scene = await BotScene.start();
    ({ player, pcm } = await scene.heardPlayer());
  });

  afterEach(() => scene.end());

  /** It sounds at once of what is behind the place, and not of what is before it. */
  async function expectTone(): Promise<void> {
    await waitFor("the tone", () => pcm.tone >= 40);
    const sounding =
      pcm.blocks.length - pcm.blocks.findIndex(({ data }) => data.some((value) => value !== 0));
    expect(sounding - pcm.tone).toBeLessThan(10);
  }

  it.each(KINDS)("of %s is downloaded from the place at which it begins", async (kind) => {
    const file = await readFile(files.get(kind)!);
    const server = new FileServer(file);
    const url = await server.start();
    const startMs = TONE_MINUTE * MINUTE_MS;
    const playback = player.play({ url, allowPrivate: true }, { startMs });
    await expectTone();
    expect(player.positionMs).toBeGreaterThanOrEqual(startMs + 800);
    expect(player.positionMs).toBeLessThan(startMs + MINUTE_MS);
    // what is behind the place is a sixth
    expect(server.sent).toBeLessThan(file.length / 3);
    expect(server.requests).toBeLessThan(12);
    player.seek(60 * MINUTE_MS - 500);
    expect(await playback.ended).toBe("finished");
    expect(playback.losses).toBeUndefined();
    server.close();
  });

  it.each(KINDS)("of %s is read from its place in a file", async (kind) => {
    const playback = player.play(files.get(kind)!, { startMs: TONE_MINUTE * MINUTE_MS });
    await expectTone();
    player.seek(60 * MINUTE_MS - 500);
    expect(await playback.ended).toBe("finished");
    expect(playback.losses).toBeUndefined();
  });

  it("is read from its beginning where the server gives only the whole", async () => {
    const server = new FileServer(await readFile(files.get("Ogg Opus")!), false);
    const url = await server.start();
    player.play({ url, allowPrivate: true }, { startMs: TONE_MINUTE * MINUTE_MS });
    await expectTone();
    server.close();
  });
});
