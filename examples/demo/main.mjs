// The demo: `npm run demo`. Starts the platform, logs two players in, has them talk through a bad network, cuts both
// of the first player's connections half-way, and writes what the second player heard.
import fs from "node:fs";
import path from "node:path";
import { startPlatform } from "@sdkpp/platform";
import * as sdk from "sdkpp";
import { readOptions } from "./options.mjs";
import { Recorder, quantile } from "./recorder.mjs";
import { writeReport } from "./report.mjs";
import { signIn } from "./sign-in.mjs";
import { verdictOf } from "./verdict.mjs";
import { readWav } from "./wav.mjs";

const SETTLE_MS = 1500;
const STEP_LIMIT_MS = 10_000;

/** Resolves when `holds`, polled, is true. */
async function until(what, holds) {
  const end = performance.now() + STEP_LIMIT_MS;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`waited ${STEP_LIMIT_MS / 1000} s in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Thirty digits the way people read them to each other. */
const inGroups = (code) => code.match(/\d{5}/g).join(" ");

/** Waits for end-to-end encryption. @returns the code that each player sees */
async function encrypted(players) {
  const isOn = ([, call]) => call.getEncryptionStatus().state === "on";
  await until("the call is encrypted end to end", () => players.every(isOn));
  const codes = players.map(([name, call]) => [name, inGroups(call.getPrivacyCode())]);
  if (new Set(codes.map(([, code]) => code)).size !== 1)
    throw new Error(`the players see different privacy codes: ${codes.join(", ")}`);
  return codes;
}

/** The second player's effect: one and a half times louder, in place, saturating. */
function louder(samples) {
  for (let at = 0; at < samples.length; at += 1) {
    samples[at] = Math.max(-32768, Math.min(32767, Math.round(samples[at] * 1.5)));
  }
}

/**
 * Cuts a connection of `source` and waits until it is back. The loss is heard as an event, because a session may resume between
 * two looks at its status. @returns milliseconds it took
 */
async function cutAndHeal(name, source, connected, cut, recorder) {
  let isLost = false;
  const subscription = source.on("statusChanged", (status) => {
    isLost ||= status !== connected;
  });
  const started = performance.now();
  cut();
  await until(`${name} is lost`, () => isLost);
  subscription.dispose();
  recorder.note(`${name} is cut`);
  await until(`${name} is back`, () => source.getStatus() === connected);
  const took = performance.now() - started;
  recorder.note(`${name} resumed after ${took.toFixed(0)} ms`);
  return took;
}

/** Cuts both connections of the first player in turn. @returns milliseconds each took to come back */
async function cutBothAndHeal({ platform, client, call, recorder }) {
  const [userId] = platform.seeded.userIds;
  const { control } = platform;
  const cutVoice = () => control.voice.close(userId, "reset");
  const cutMain = () => control.gateway.close(userId, "reset");
  const voice = await cutAndHeal("voice gateway", call, sdk.Call.Status.Connected, cutVoice, recorder);
  const main = await cutAndHeal("main gateway", client, sdk.Client.Status.Ready, cutMain, recorder);
  return { voice, main };
}

async function talk(options, platform, recorder) {
  const [adaId, benId] = platform.seeded.userIds;
  recorder.note("the platform is up");
  const ada = await signIn(sdk, platform, adaId);
  const ben = await signIn(sdk, platform, benId);
  recorder.note(
    `${ada.getCurrentUserV2().displayName} and ${ben.getCurrentUserV2().displayName} are logged in`,
  );
  const { lobbyId } = await ada.createOrJoinLobby("demo");
  await ben.createOrJoinLobby("demo");
  recorder.note("both are in the lobby");
  await platform.control.faults.impair({
    seed: options.seed,
    loss: options.loss / 100,
    jitterMs: options.jitterMs,
    userId: adaId,
    direction: "in",
  });

  const hearing = ben.startCallWithAudioCallbacks(
    lobbyId,
    (_user, samples) => louder(samples),
    () => undefined,
  );
  const connected = (call) => call.getStatus() === sdk.Call.Status.Connected;
  await until("the second player is in the call", () => connected(hearing));
  // The first player comes later: the keys of one who joins are those that the other has already. One who was there before seals
  // with its old keys until the platform says that all have the new ones, and a newcomer cannot open those frames.
  const speaking = ada.startCall(lobbyId);
  await until("both are in the call", () => connected(speaking));
  recorder.note("both are in the call");
  const codes = await encrypted([
    ["Ada", speaking],
    ["Ben", hearing],
  ]);
  for (const [name, code] of codes) recorder.note(`${name}'s privacy code: ${code}`);
  recorder.note("the codes are equal: the call is encrypted end to end");

  const file = fs.readFileSync(options.input);
  const wave = readWav(file);
  const output = path.join(options.out, "received.wav");
  const receivedFrom = recorder.now();
  const recording = hearing.recordWav(output);
  recorder.start(speaking, hearing);
  const ended = new Promise((resolve) => speaking.on("inputEnded", resolve));
  speaking.playWav(file);
  const sentFrom = recorder.now();
  recorder.note(`Ada speaks for ${wave.seconds.toFixed(1)} s`);
  await new Promise((resolve) => setTimeout(resolve, (wave.seconds * 1000) / 2));
  const resume = await cutBothAndHeal({ platform, client: ada, call: speaking, recorder });
  await ended;
  recorder.note("Ada has said everything");
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));

  await encrypted([
    ["Ada", speaking],
    ["Ben", hearing],
  ]);
  const stats = { sender: speaking.getStats(), receiver: hearing.getStats() };
  recorder.stop();
  hearing.stopRecording();
  await recording.ended;
  await ada.endCalls();
  await ben.endCalls();
  ada.destroy();
  ben.destroy();
  return { stats, resume, output, receivedFrom, sent: { wave, wav: file, from: sentFrom } };
}

function factsOf({ stats: { sender, receiver }, resume }) {
  const [speaker] = receiver.speakers;
  return {
    concealed: speaker.concealedSamples / Math.max(1, speaker.playedSamples),
    lost: speaker.packetsLost / Math.max(1, sender.packetsSent),
    undecryptable: speaker.e2ee.undecryptable,
    late: receiver.callbacks.late / Math.max(1, receiver.callbacks.received),
    resumedMs: Math.max(resume.voice, resume.main),
  };
}

function tableOf({ stats, resume }, recorder) {
  const { sender, receiver } = stats;
  const speaker = receiver.speakers[0];
  const delays = recorder.samples.map((each) => each.delayMs).filter((each) => each > 0);
  const concealedMs = speaker.concealedSamples / 48;
  return [
    ["frames sent", sender.packetsSent],
    ["frames received", speaker.packetsReceived],
    ["frames lost by the network", speaker.packetsLost],
    [
      "concealed",
      `${concealedMs.toFixed(0)} ms (${((100 * speaker.concealedSamples) / Math.max(1, speaker.playedSamples)).toFixed(1)} %)`,
    ],
    ["encrypted frames opened", `${speaker.e2ee.opened} (${speaker.e2ee.undecryptable} could not be)`],
    ["recovered by FEC", `${speaker.fecUsed} frames`],
    [
      "added delay p50 / p95",
      `${quantile(delays, 0.5).toFixed(0)} / ${quantile(delays, 0.95).toFixed(0)} ms`,
    ],
    ["pacing p95", `${sender.pacing.p95Ms.toFixed(2)} ms late`],
    ["late callbacks", `${receiver.callbacks.late} of ${receiver.callbacks.received}`],
    ["voice gateway resumed in", `${resume.voice.toFixed(0)} ms`],
    ["main gateway resumed in", `${resume.main.toFixed(0)} ms`],
  ];
}

async function main() {
  const options = readOptions(process.argv.slice(2));
  if (!options) return;
  fs.mkdirSync(options.out, { recursive: true });
  console.log(
    `Two players talk (loss ${options.loss} %, jitter ${options.jitterMs} ms, seed ${options.seed})\n`,
  );
  const recorder = new Recorder();
  const platform = await startPlatform();
  try {
    const result = await talk(options, platform, recorder);
    await until("the recording is written", () => readWav(fs.readFileSync(result.output)).seconds > 0);
    const wav = fs.readFileSync(result.output);
    const received = { wave: readWav(wav), wav, from: result.receivedFrom };
    const table = tableOf(result, recorder);
    const verdict = verdictOf(factsOf(result));
    const report = path.join(options.out, "report.html");
    fs.writeFileSync(report, writeReport({ options, verdict, table, recorder, sent: result.sent, received }));
    const width = Math.max(...table.map(([name]) => name.length));
    console.log(`\n${table.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join("\n")}\n`);
    console.log(`${verdict.sentence}\n\nHeard: ${result.output}\nReport: ${report}`);
  } finally {
    await platform.stop();
  }
}

await main();
