// Games' calls in a voice process of their own, which is killed, or cannot start.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { Call, VoiceSupervisor, type ClientHostOptions, type VoiceMove } from "sdkpp";
import { tone, toneShare } from "../../support/tone.js";
import { waitFor } from "../../support/wait-for.js";
import { samplesOf, wavOf } from "../../support/wav.js";
import {
  BLOCKS,
  filtered,
  HZ,
  hostedGamesPerTest,
  RATE,
  SILENCING,
  type HostedGames,
} from "./support-hosted-games.js";

const LATER_HZ = 1000;
const BLOCK = 2 * 960;

let games: HostedGames;
hostedGamesPerTest(
  () => new VoiceSupervisor(),
  (begun) => (games = begun),
);

/** What one player hears of another. */
class Heard {
  readonly blocks: number[] = [];

  constructor(call: Call, userId: bigint) {
    call.listen(userId, (samples) =>
      this.blocks.push([HZ, LATER_HZ].find((frequency) => toneShare(samples, frequency) > 0.5) ?? 0),
    );
  }

  count(frequency: number): number {
    return this.blocks.filter((one) => one === frequency).length;
  }

  async more(frequency = HZ, blocks = BLOCKS): Promise<void> {
    const before = this.count(frequency);
    await waitFor(`${String(frequency)} Hz to be heard`, () => this.count(frequency) >= before + blocks);
  }
}

async function kill(moves: readonly VoiceMove[]): Promise<void> {
  const before = moves.length;
  process.kill(games.supervisor.pid!, "SIGKILL");
  await waitFor("the call to go on", () => moves.length > before);
}

test("a call goes on when its voice process is killed: sound both ways, keys, settings and a recording", async () => {
  const { ada, ben, call, bensCall, moves } = await games.meet({ e2ee: "required" });
  const byBen = new Heard(bensCall, ada.userId);
  const spare = games.spare();
  const byAda = new Heard(call, ben.userId);
  const stop = games.humInto(call);
  games.humInto(bensCall);
  call.setParticipantVolume(ben.userId, 50);
  const file = path.join(games.folder, "call.wav");
  const recording = call.recordWav(file);
  await Promise.all([byBen.more(), byAda.more(), spare]);
  expect(await call.why()).toEqual([]);
  const code = call.getPrivacyCode();
  const statuses: number[] = [];
  call.setStatusChangedCallback((status) => statuses.push(status));

  await kill(moves);
  expect(moves[0]).toMatchObject({ reason: "SIGKILL", framesSkipped: expect.any(Number) as number });
  await Promise.all([byBen.more(), byAda.more()]);
  // the voice session is resumed, as behind a lost socket; sound may come before its status is told
  await expect
    .poll(() => statuses, { timeout: 20_000 })
    .toEqual([Call.Status.Reconnecting, Call.Status.Connected]);
  expect(call.getPrivacyCode()).toBe(code);
  expect(call.getEncryptedMembers().map(({ userId }) => userId)).toContain(ben.userId);
  expect(await call.getVerificationCode(ben.userId)).toBe(await bensCall.getVerificationCode(ada.userId));
  // packets of the first moment from a new address may be lost
  await expect.poll(() => call.why(), { timeout: 20_000 }).toEqual([]);
  expect(call.getStats()).toMatchObject({ refused: { authentication: 0, replay: 0 } });

  call.stopRecording();
  await recording.ended;
  const samples = samplesOf(readFileSync(file));
  const shares = Array.from({ length: Math.floor(samples.length / BLOCK) }, (_, at) =>
    toneShare(samples.subarray(at * BLOCK, (at + 1) * BLOCK), HZ),
  );
  expect(shares.filter((share) => share > 0.5).length).toBeGreaterThan(2 * BLOCKS - 10);

  call.setSelfMute(true);
  await kill(moves);
  const before = byBen.count(HZ);
  await byAda.more();
  expect(byBen.count(HZ) - before).toBeLessThan(5);
  call.setSelfMute(false);
  await byBen.more();
  stop();
  await ada.client.endCall(ada.lobbyId);
  expect(call.isValid()).toBe(false);
  await waitFor("Ben to see Ada leave", () => !bensCall.getParticipants().includes(ada.userId));
});

test("a call that is not kept yet is joined anew", async () => {
  const ada = await games.enter(0, { voiceHost: games.supervisor });
  const ben = await games.enter(1);
  const call = ada.client.startCall(ada.lobbyId);
  const moves: VoiceMove[] = [];
  call.on("moved", (move) => moves.push(move));
  games.humInto(call);
  await waitFor("the voice session", () => call.getStatus() >= Call.Status.SignalingConnected);
  await kill(moves);
  const bensCall = ben.client.startCall(ben.lobbyId);
  const heard = new Heard(bensCall, ada.userId);
  await heard.more();
  expect((await call.encrypted()).privacyCode).toBe(bensCall.getPrivacyCode());
  expect(ada.logs.join("\n")).toContain("the call is joined anew");
});

test("a file goes on where it would be by now, one that loops begins again, and one that is none says so", async () => {
  const { ada, call, bensCall, moves } = await games.meet();
  const byBen = new Heard(bensCall, ada.userId);
  const [first, second] = [tone(HZ, RATE), tone(LATER_HZ, 2.5 * RATE)];
  call.playWav(wavOf(Int16Array.from([...first, ...second])));
  await byBen.more(LATER_HZ, 40);
  const again = byBen.count(HZ);
  await kill(moves);
  await byBen.more(LATER_HZ);
  expect(byBen.count(HZ)).toBe(again);
  expect(await call.once("inputEnded")).toMatchObject([{ reason: "finished" }]);

  call.playWav(wavOf(tone(HZ, RATE)), { loop: true });
  await byBen.more();
  await kill(moves);
  await byBen.more(HZ, 60);

  for (const play of ["playWav", "playOgg"] as const) {
    call[play](Buffer.from("no sound at all"));
    expect(await call.once("inputEnded")).toMatchObject([{ reason: "unsupported" }]);
  }
});

test("a module edits what is sent and received, in the next process as well; closures are refused", async () => {
  const filter = path.join(games.folder, "filter.mjs");
  writeFileSync(filter, SILENCING);
  const { ada, ben, call, bensCall, moves } = await games.meet({ audioCallbacks: pathToFileURL(filter) });
  const byBen = new Heard(bensCall, ada.userId);
  call.setAudioCallbackPolicy({ whenNotFiltered: "mute" });
  expect(() =>
    ada.client.startCallWithAudioCallbacks(
      ada.lobbyId,
      () => {},
      () => {},
    ),
  ).toThrow(/audioCallbacks: new URL/);
  const byAda = new Heard(call, ben.userId);
  games.humInto(call);
  games.humInto(bensCall);
  await filtered(call);
  await kill(moves);
  await filtered(call);
  expect([byBen.count(HZ), byAda.count(HZ)]).toEqual([0, 0]);
});

test("a call whose filter cannot be loaded, or without an addon, ends with what is wrong", async () => {
  const ada = await games.enter(0, {
    voiceHost: games.supervisor,
    audioCallbacks: path.join(games.folder, "none.mjs"),
  });
  await expect(ada.client.startCall(ada.lobbyId).connected()).rejects.toMatchObject({
    message: expect.stringMatching(
      /voiceProcessFailed: audioCallbacks: expected that .*none\.mjs exports/,
    ) as string,
  });
  const broken = new VoiceSupervisor({ addonPath: path.join(games.folder, "none.node") });
  const ben = await games.enter(1, { voiceHost: broken, audioDevices: "null" });
  const call = ben.client.startCall(ben.lobbyId);
  await expect(call.connected()).rejects.toMatchObject({
    message: expect.stringContaining("none.node") as string,
  });
  expect(await ben.client.getInputDevices()).toEqual([]);
  expect(ben.logs.join("\n")).toContain("none.node");
  broken.close();
});

test("devices are listed, opened and tried there, and opened anew in the next process", async () => {
  const { ada, call, moves } = await games.meet({ audioDevices: "null" });
  expect(await ada.client.getInputDevices()).toHaveLength(1);
  const isOpen = (): boolean => call.getStats().inputLatencyMs >= 0 && call.getStats().outputLatencyMs >= 0;
  await waitFor("the devices", isOpen);
  using trial = ada.client.testMicrophone({ playBack: false });
  const opened = new Promise((resolve) => trial.on("opened", resolve));
  expect(await opened).toBe("microphone");
  const again = new Promise((resolve) => trial.on("opened", resolve));
  const before = ada.logs.length;
  await kill(moves);
  expect(await again).toBe("microphone");
  await waitFor("the devices", isOpen);
  const isTold = (line: string): boolean => line.includes("goes on in another one");
  expect(ada.logs.slice(before).filter(isTold)).toHaveLength(1);
});

test("what is refused beside it", () => {
  const make = (host: ClientHostOptions) => () => games.enter(0, host);
  return Promise.all(
    [
      make({ voiceHost: true, addonPath: "/some.node" }),
      make({ voiceHost: true, mediaThreads: 2 }),
      make({ audioCallbacks: "filter.mjs" }),
      make({ voiceHost: "yes" as never }),
    ].map((refused) => expect(refused()).rejects.toMatchObject({ name: "ArgumentError" })),
  );
});
