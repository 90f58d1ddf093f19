// What a call knows and does in this process goes on while voice processes die.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import type { EncryptedMember } from "sdkpp/voice";
import { waitFor } from "../../support/wait-for.js";
import { tonePieces } from "../bot/support-voice-bots.js";
import { SupervisedChannel } from "./support-supervised-channel.js";

const RECORDED_MS = 500;
/** Bytes in front of the samples of a recording, and of a millisecond of them. */
const [WAV_HEAD, BYTES_PER_MS] = [80, 192];

let channel: SupervisedChannel;

afterEach(() => channel.close());

function hasSound(file: Buffer, fromMs: number, toMs: number): boolean {
  const part = file.subarray(WAV_HEAD + fromMs * BYTES_PER_MS, WAV_HEAD + toMs * BYTES_PER_MS);
  return part.some((byte) => byte !== 0);
}

test("a recording goes on in the next voice process, in the same files", async () => {
  channel = await SupervisedChannel.open();
  const { listener } = channel;
  const spare = channel.becomes("spareReady");
  const voice = channel.join({ selfDeaf: false });
  listener.voice.play({ type: "pcm", samples: tonePieces(440), sampleRate: 48_000, channels: 2 });
  await voice.ready();
  await spare;
  const folder = mkdtempSync(path.join(tmpdir(), "sdkpp-recording-"));
  const changes: boolean[] = [];
  voice.on("recordingChanged", (one) => changes.push(one !== undefined));
  const recording = voice.record({ folder, format: "wav", mix: true });
  expect(() => voice.record({ folder, format: "wav" })).toThrow(/a recording of this connection runs/);
  await waitFor("sound", () => recording.lengthMs >= RECORDED_MS);
  await channel.kill();
  const before = recording.lengthMs;
  await waitFor("sound again", () => recording.lengthMs >= before + RECORDED_MS);
  const { tracks, mix, lengthMs } = await recording.stop();
  expect(tracks.map(({ userId }) => userId)).toEqual([String(listener.userId)]);
  for (const name of [tracks[0]!.file, mix!]) {
    const file = readFileSync(path.join(folder, name));
    expect(file.length, name).toBe(WAV_HEAD + lengthMs * BYTES_PER_MS);
    const places = [
      [0, before],
      [before, lengthMs],
    ] as const;
    for (const [fromMs, toMs] of places) expect(hasSound(file, fromMs, toMs), `${name} ${fromMs}`).toBe(true);
  }
  expect(changes).toEqual([true, false]);
  rmSync(folder, { recursive: true });
});

test("a member that was verified is verified in the next voice process", async () => {
  channel = await SupervisedChannel.open();
  const { listener } = channel;
  const spare = channel.becomes("spareReady");
  const voice = channel.join({ selfDeaf: false });
  await voice.encrypted();
  const other = (): EncryptedMember | undefined =>
    voice.encryptedMembers.find(({ userId }) => userId === listener.userId);
  await waitFor("the members to be known", () => other() !== undefined);
  expect(other()!.verified).toBe(false);
  expect(await voice.verificationCode(listener.userId)).toMatch(/^\d{45}$/);
  expect(await voice.verifyMember(other()!)).toBe(false);
  expect(await voice.verifyMember({ ...other()!, keyFingerprint: "0".repeat(64) })).toBeUndefined();
  await waitFor("the member to be verified", () => other()!.verified);
  await spare;
  await channel.kill();
  await voice.encrypted();
  expect(other()!.verified).toBe(true);
  await waitFor("the voice session to be resumed", () => voice.status === "connected");
  const found = (await voice.why()).map(({ userId, cause }) => [userId, cause]);
  expect(found).toEqual([
    [undefined, "NO_INPUT"],
    [listener.userId, "NOT_SUBSCRIBED"],
  ]);
  voice.destroy();
  expect(voice.encryptedMembers).toEqual([]);
});
