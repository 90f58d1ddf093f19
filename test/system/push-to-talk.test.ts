// The example with a microphone and a speaker, played by hand: keys in, lines and sound out.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { waitFor } from "../support/wait-for.js";
import { pulseAudio, SoundServer } from "./sound-server.js";
import { grows, VOICE_HZ } from "./two-players.js";

const MAIN = join(import.meta.dirname, "../../examples/push-to-talk/main.mjs");
const server = new SoundServer(pulseAudio);
let game: ChildProcess;
let lines: string[];
let errors: string;

const press = (key: string): unknown => game.stdin?.write(key);
/** Waits for a line that has not been waited for. */
async function line(pattern: RegExp): Promise<string> {
  let found = -1;
  await waitFor(String(pattern), () => (found = lines.findIndex((each) => pattern.test(each))) >= 0);
  return lines.splice(0, found + 1).at(-1) ?? "";
}

beforeAll(async () => {
  await server.start();
  await server.speak(VOICE_HZ);
  const env = { ...server.env, SDKPP_AUDIO_DEVICES: "system" };
  game = spawn(process.execPath, [MAIN], { env, stdio: "pipe" });
  lines = [];
  errors = "";
  let rest = "";
  game.stdout?.on("data", (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
  });
  game.stderr?.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  await line(/^space: talk/u);
});
afterAll(() => {
  game.kill("SIGKILL");
  server.stop();
  server.remove();
});

it("nothing is heard before the key; then Ben repeats it", async () => {
  const speaker = server.listen("speaker", VOICE_HZ);
  press(" ");
  await line(/^you are heard$/u);
  expect(speaker.tone).toBe(0);
  await grows("a second of speech", server.listen("voice", VOICE_HZ), 50);
  press(" ");
  await line(/^Ben talks$/u);
  await grows("Ben to repeat it", speaker);
  await line(/^Ben is silent$/u);
});

it("the meter shows the microphone, whether the key is pressed or not", async () => {
  await waitFor("the level", () => {
    press("l");
    // what gain control makes of the tone
    return lines.some((each) => /^level: -(?:2[89]|3[0-3]) dBFS$/u.test(each));
  });
});

it("a microphone that is plugged in is on the menu, and chosen", async () => {
  lines.length = 0;
  await server.plugMicrophone("headset");
  expect(await line(/^microphones: /u)).toContain("headset");
  const chosen = new Set<string>();
  while (!chosen.has("microphone: headset")) {
    press("m");
    chosen.add(await line(/^microphone: /u));
    expect(chosen.size).toBeLessThan(10);
  }
  press("s");
  await line(/^speaker: (Voice|Other|Speaker)$/u);
});

it("the microphone is tried without anybody hearing it, and the lobby left", async () => {
  press("t");
  await line(/^say something/u);
  press("q");
  const [code] = (await once(game, "exit")) as [number];
  expect([code, errors]).toEqual([0, ""]);
});
