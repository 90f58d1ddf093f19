// Whatever bytes come from, and whatever they are: the listener hears the tone.
import { spawnSync } from "node:child_process";
import { createReadStream } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AudioPlayer, AudioSource } from "sdkpp/voice";
import { tone } from "../../support/tone.js";
import { waitFor } from "../../support/wait-for.js";
import { BotScene, HZ, wavFile, type Heard } from "./support-voice-bots.js";

/** 20 ms each: a second */
const PIECES = 50;
const HEARD = PIECES * 0.8;
const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;

let folder: string;
let wav: string;
let scene: BotScene;
let player: AudioPlayer;
let pcm: Heard;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "sdkpp-streams-"));
  wav = path.join(folder, "tone.wav");
  await writeFile(wav, wavFile(tone(HZ, PIECES * 960)));
});

afterAll(() => rm(folder, { recursive: true }));

beforeEach(async () => {
  scene = await BotScene.start();
  ({ player, pcm } = await scene.heardPlayer());
});

afterEach(() => scene.end());

const print = "process.stdout.write(require('node:fs').readFileSync(process.argv[1]))";
/** Each gives the same WAV. */
const origins: Record<string, () => AudioSource | Promise<AudioSource>> = {
  "a path": () => wav,
  "a file's address": () => pathToFileURL(wav),
  "its bytes": () => readFile(wav),
  "a Node stream": () => createReadStream(wav, { highWaterMark: 700 }),
  "a web stream": () => new Blob([wavFile(tone(HZ, PIECES * 960)) as never]).stream() as never,
  "a program": () => ({ command: process.execPath, args: ["-e", print, wav] }),
};

describe("bytes of a source", () => {
  it.each(Object.entries(origins))("are heard from %s", async (_name, open) => {
    const playback = player.play(await open());
    expect(await playback.ended).toBe("finished");
    await waitFor("the tone", () => pcm.tone >= HEARD);
  });

  it("are heard from an address, also when its server cuts the connection", async () => {
    const file = await readFile(wav);
    let requests = 0;
    const server = createServer((request, response) => {
      requests += 1;
      const start = Number(/(\d+)-/.exec(request.headers.range ?? "0-")?.[1]);
      response.writeHead(start === 0 ? 200 : 206, { "content-length": file.length - start });
      if (start > 0) return response.end(file.subarray(start));
      return response.write(file.subarray(0, 40_000), () => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/tone.wav`;
    const playback = player.play({ url, allowPrivate: true });
    expect(await playback.ended).toBe("finished");
    await waitFor("the tone", () => pcm.tone >= HEARD);
    expect(requests).toBe(2);
    server.close();
  });

  it("are played from where they are sought", async () => {
    const parts = [tone(1000, 48_000), tone(HZ, 48_000), tone(1000, 48_000)];
    const playback = player.play(wavFile(Int16Array.from(parts.flatMap((part) => [...part]))));
    await waitFor("the beginning", () => player.positionMs >= 100);
    player.seek(1000);
    expect(player.positionMs).toBe(1000);
    await waitFor("the tone", () => pcm.tone >= HEARD);
    player.seek(2900);
    expect(await playback.ended).toBe("finished");
    const again = player.play(wavFile(tone(HZ, 4800)), { startMs: 5000 });
    expect(await again.ended).toBe("finished");
  });

  it("are asked for from the place that is sought, at an address", async () => {
    const parts = [tone(1000, 6 * 48_000), tone(HZ, 48_000), tone(1000, 3 * 48_000)];
    const file = wavFile(Int16Array.from(parts.flatMap((part) => [...part])));
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      const { range } = request.headers;
      asked.push(range);
      const start = Number(/\d+/.exec(range ?? "")?.[0] ?? 0);
      const headers = { etag: '"1"', "content-length": file.length - start };
      response.writeHead(range === undefined ? 200 : 206, headers).end(file.subarray(start));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
    const playback = player.play({ url, allowPrivate: true }, { startMs: 6000 });
    await waitFor("the tone", () => pcm.tone >= HEARD);
    // one channel
    expect(asked).toEqual([undefined, `bytes=${String(44 + 6000 * 96)}-`]);
    expect(player.positionMs).toBeGreaterThan(6700);
    player.seek(9900);
    expect(await playback.ended).toBe("finished");
    expect(playback.losses).toBeUndefined();
    server.close();
  });

  it("fail by name when they are no sound", async () => {
    await writeFile(path.join(folder, "text.txt"), "no sound at all, and far from it: just words");
    await expect(player.play(path.join(folder, "text.txt")).ended).rejects.toMatchObject({
      code: "SOURCE_UNSUPPORTED",
    });
    await expect(player.play(path.join(folder, "missing.mp3")).ended).rejects.toMatchObject({
      code: "SOURCE_UNREADABLE",
    });
  });
});

describe.skipIf(!hasFfmpeg)("files of other programs (needs ffmpeg)", () => {
  it.each([
    ["tone.mp3", ["-c:a", "libmp3lame"]],
    ["tone.flac", ["-c:a", "flac"]],
    ["tone.opus", ["-c:a", "libopus"]],
    ["tone.webm", ["-c:a", "libopus"]],
    ["tone.mka", ["-c:a", "libopus"]],
    ["tone.m4a", ["-c:a", "aac"]],
    ["tone.ogg", ["-c:a", "libvorbis"]],
  ])("are heard: %s", async (name, args) => {
    const file = path.join(folder, name);
    expect(spawnSync("ffmpeg", ["-y", "-loglevel", "error", "-i", wav, ...args, file]).status).toBe(0);
    const playback = player.play(createReadStream(file));
    expect(await playback.ended).toBe("finished");
    await waitFor("the tone", () => pcm.tone >= HEARD);
  });
});
