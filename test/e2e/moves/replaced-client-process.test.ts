// Voice processes that are replaced while games' calls are in them.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { VoiceSupervisor, type Call } from "sdkpp";
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

/** Five blocks of each, one behind the other, again and again. */
const PITCHES = Array.from({ length: 16 }, (_, step) => 300 + 100 * step);
const STEP_SAMPLES = 4800;
/** Steps that are heard before a move and behind it. */
const STEPS = 8;
/** A listener that is busy may miss one. */
const MOST_MISSED = 1;
const LONGEST_GAP_MS = 1000;

let games: HostedGames;
hostedGamesPerTest(
  () => new VoiceSupervisor({ spare: false }),
  (begun) => (games = begun),
);

/** The steps that one player hears of another. */
class Steps {
  readonly heard: number[] = [];

  constructor(call: Call, userId: bigint) {
    call.listen(userId, (samples) => {
      const shares = PITCHES.map((pitch) => toneShare(samples, pitch));
      const most = Math.max(...shares);
      // between two steps a block may be neither
      const step = shares.indexOf(most);
      if (most > 0.5 && step !== this.heard.at(-1)) this.heard.push(step);
    });
  }

  async more(steps = STEPS): Promise<void> {
    const before = this.heard.length;
    await waitFor("more steps", () => this.heard.length >= before + steps);
  }

  /** The first and the last may be cut. A step that comes again is nearly a whole round of them that is missing. */
  get missed(): number {
    const whole = this.heard.slice(1, -1);
    const gaps = whole.slice(1).map((step, at) => (step - whole[at]! - 1 + PITCHES.length) % PITCHES.length);
    return gaps.reduce((all, each) => all + each, 0);
  }
}

function blocksOf(call: Call, userId: bigint): { count: number } {
  const heard = { count: 0 };
  call.listen(userId, (samples) => {
    if (toneShare(samples, HZ) > 0.5) heard.count += 1;
  });
  return heard;
}

/** Pushes the steps as the call takes them. */
function pushSteps(call: Call): () => void {
  call.openPcmInput(RATE, 1);
  let sent = 0;
  const push = (): void => {
    for (;;) {
      const pitch = PITCHES[Math.floor(sent / STEP_SAMPLES) % PITCHES.length]!;
      const taken = call.pushPcm(tone(pitch, 960, sent));
      sent += taken;
      if (taken < 960) return;
    }
  };
  const timer = setInterval(push, 20);
  const stop = (): void => clearInterval(timer);
  games.undo.push(stop);
  return stop;
}

test("samples, settings, keys, what is heard and a recording go on, again and again", async () => {
  const { ada, ben, call, bensCall, moves } = await games.meet({ e2ee: "required" });
  const [byBen, byAda] = [new Steps(bensCall, ada.userId), new Steps(call, ben.userId)];
  const stop = pushSteps(call);
  pushSteps(bensCall);
  call.setParticipantVolume(ben.userId, 50);
  const file = path.join(games.folder, "call.wav");
  const recording = call.recordWav(file);
  await Promise.all([byBen.more(), byAda.more()]);
  const code = call.getPrivacyCode();
  for (let replacements = 1; replacements <= 3; replacements += 1) {
    const { pid } = games.supervisor;
    expect(await games.supervisor.replaceProcess()).toEqual({ moved: 1, revived: 0 });
    expect(games.supervisor.pid).not.toBe(pid);
    expect(moves).toHaveLength(replacements);
    expect(moves.at(-1)).toMatchObject({ reason: "planned", framesSkipped: 0 });
    expect(moves.at(-1)!.gapMs).toBeLessThan(LONGEST_GAP_MS);
    await Promise.all([byBen.more(), byAda.more()]);
  }
  expect(byBen.missed).toBeLessThanOrEqual(MOST_MISSED);
  expect(byAda.missed).toBeLessThanOrEqual(MOST_MISSED);
  expect(call.getPrivacyCode()).toBe(code);
  expect(call.getEncryptedMembers().map(({ userId }) => userId)).toContain(ben.userId);
  expect(await call.getVerificationCode(ben.userId)).toBe(await bensCall.getVerificationCode(ada.userId));
  expect(call.getStats()).toMatchObject({ refused: { authentication: 0, replay: 0 } });

  call.stopRecording();
  await recording.ended;
  expect(samplesOf(readFileSync(file)).length).toBeGreaterThan(3 * STEPS * STEP_SAMPLES);

  call.setSelfMute(true);
  await games.supervisor.replaceProcess();
  const before = byBen.heard.length;
  await byAda.more();
  expect(byBen.heard.length - before).toBeLessThanOrEqual(1);
  call.setSelfMute(false);
  await byBen.more();
  stop();
  await ada.client.endCall(ada.lobbyId);
  expect(call.isValid()).toBe(false);
  await waitFor("Ben to see Ada leave", () => !bensCall.getParticipants().includes(ada.userId));
  const { counters } = await games.platform.control.voice.stats();
  expect(counters).toMatchObject({ refused: 0, replayed: 0, e2eeEarly: 0 });
});

test("a file goes on at its place, and is told to have ended once", async () => {
  const { ada, call, bensCall } = await games.meet();
  const byBen = new Steps(bensCall, ada.userId);
  const samples = PITCHES.flatMap((pitch, step) => [...tone(pitch, STEP_SAMPLES, step * STEP_SAMPLES)]);
  let ends = 0;
  call.on("inputEnded", () => (ends += 1));
  const ended = call.once("inputEnded");
  call.playWav(wavOf(Int16Array.from(samples)));
  await byBen.more(4);
  expect(await games.supervisor.replaceProcess()).toEqual({ moved: 1, revived: 0 });
  expect(await ended).toMatchObject([{ reason: "finished" }]);
  expect(byBen.heard).toEqual([...byBen.heard].sort((left, right) => left - right));
  expect(byBen.heard.length).toBeGreaterThanOrEqual(PITCHES.length - 1);
  await games.supervisor.replaceProcess();
  expect(ends).toBe(1);
});

test("a module of the next process edits the first block; devices are opened anew", async () => {
  const filter = path.join(games.folder, "filter.mjs");
  writeFileSync(filter, SILENCING);
  const { ada, ben, call, bensCall } = await games.meet({
    audioCallbacks: pathToFileURL(filter),
    audioDevices: "null",
  });
  call.setAudioCallbackPolicy({ whenNotFiltered: "mute" });
  const isOpen = (): boolean => call.getStats().outputLatencyMs >= 0;
  await waitFor("the devices", isOpen);
  const [byBen, byAda] = [blocksOf(bensCall, ada.userId), blocksOf(call, ben.userId)];
  games.humInto(call);
  games.humInto(bensCall);
  await filtered(call);
  using trial = ada.client.testMicrophone({ playBack: false });
  expect(await new Promise((resolve) => trial.on("opened", resolve))).toBe("microphone");
  const again = new Promise((resolve) => trial.on("opened", resolve));
  expect(await games.supervisor.replaceProcess()).toEqual({ moved: 1, revived: 0 });
  await filtered(call);
  await waitFor("the devices", isOpen);
  expect(await again).toBe("microphone");
  expect([byBen.count, byAda.count]).toEqual([0, 0]);
  expect(await ada.client.getInputDevices()).toHaveLength(1);
});

test("a call that is not joined yet is joined anew", async () => {
  games.supervisor.close();
  games.supervisor = new VoiceSupervisor();
  const spare = games.spare();
  games.supervisor.prepare();
  await spare;
  const ada = await games.enter(0, { voiceHost: games.supervisor });
  const call = ada.client.startCall(ada.lobbyId);
  games.humInto(call);
  expect(await games.supervisor.replaceProcess()).toEqual({ moved: 0, revived: 1 });
  const ben = await games.enter(1);
  const bensCall = ben.client.startCall(ben.lobbyId);
  const heard = blocksOf(bensCall, ada.userId);
  await waitFor("Ada to be heard", () => heard.count > BLOCKS);
  expect((await call.encrypted()).privacyCode).toBe(bensCall.getPrivacyCode());
  expect(ada.logs.join("\n")).toContain("the call is joined anew");
});
