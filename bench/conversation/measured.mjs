// Makes the set, hears it by the native tool, and judges: once per folder, since it takes minutes.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildBench } from "../../scripts/cmake.mjs";
import { isHeldOut, SET } from "./dialogues.mjs";
import { judgeInterruptions } from "./judge-barge-in.mjs";
import { bestWithin, judgeEnds, percentile, pointOf } from "./judge.mjs";
import { eventsOf, FIT_ROW } from "./pauses.mjs";
import { timerEnds, webrtcDetector } from "./peers.mjs";
import { dialogueOf, framesOf, namesIn } from "./recordings.mjs";

export const FALSE_CUTS = 0.1;
/** Longest silences in ms of a policy that is asked for several thresholds. */
export const MAX_SILENCE_MS = 2000;
const THRESHOLDS = [0.2, 0.3, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.9];
const TIMERS_MS = [200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200, 1500];
const MIN_SPEECH_MS = Array.from({ length: 15 }, (_, at) => 100 + 50 * at);
/** By which the energy detector goes on after speech (audio/voice_activity.h). */
const HANGOVER_MS = 300;

const rowName = (kind, threshold) => `${kind}-${threshold}`;
const settingsRow = (kind, threshold, prosody) =>
  `${rowName(kind, threshold)} 150 ${MAX_SILENCE_MS} ${threshold} 0.5 ${prosody}`;

/** Everything that a figure depends on. */
export const SOURCES = [
  "bench/conversation",
  "bench/native/conversation",
  "native/core/turns",
  "native/core/jitter",
];

/** Where the set lies that this code makes and hears. */
export function folderOfSet(sources = SOURCES) {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const digest = createHash("sha256");
  for (const source of sources)
    for (const name of readdirSync(join(root, source)).toSorted())
      if (/\.(mjs|h|cc|inc)$/.test(name)) digest.update(readFileSync(join(root, source, name)));
  return join(tmpdir(), `sdkpp-conversation-${digest.digest("hex").slice(0, 12)}`);
}

/** Writes, carries and hears the set, or its first seeds, unless that has been done. @returns its folder */
export function hear(folder = folderOfSet(), seeds = SET) {
  if (existsSync(join(folder, "done"))) return folder;
  const script = fileURLToPath(new URL("generate.mjs", import.meta.url));
  execFileSync(process.execPath, [script, folder, "0", String(seeds)], { stdio: "inherit" });
  const tool = join(buildBench("conversation_bench"), "bench/native/conversation_bench");
  execFileSync(tool, ["carry", folder]);
  const rows = THRESHOLDS.flatMap((threshold) => [
    settingsRow("melody", threshold, 1),
    settingsRow("lengths", threshold, 0),
  ]);
  writeFileSync(join(folder, "settings.txt"), [`${FIT_ROW} 100 2500 2 0.5 1`, ...rows, ""].join("\n"));
  const events = openSync(join(folder, "events.jsonl"), "w");
  execFileSync(tool, ["listen", folder], { stdio: ["ignore", events, "inherit"] });
  closeSync(events);
  writeFileSync(join(folder, "done"), "");
  return folder;
}

/** The dialogues of which no coefficient knows. */
export const heldOut = (folder) =>
  namesIn(folder)
    .map((name) => dialogueOf(folder, name))
    .filter(isHeldOut);

const eventsIn = (folder, { name }, kind, row) =>
  (eventsOf(folder).get(name) ?? []).filter((event) => event.kind === kind && event.row === row);

/** Curves of our policy: `melody`, and `lengths` without prosody. */
export function ourCurve(folder, kind) {
  const dialogues = heldOut(folder);
  return THRESHOLDS.map((threshold) => {
    const row = rowName(kind, threshold);
    const judged = judgeEnds(dialogues, (dialogue) => eventsIn(folder, dialogue, "end", row));
    return { threshold, ...pointOf(judged) };
  });
}

/** A timer over a detector: by frame of a dialogue, whether there is speech. */
function timerCurve(folder, isSpeechOf, late) {
  const dialogues = heldOut(folder);
  const tracks = new Map(
    dialogues.map(({ name }) => {
      const frames = framesOf(folder, name, { withSamples: true });
      const isSpeech = isSpeechOf(frames);
      return [name, { frames: frames.map(({ time, wall }) => ({ time, wall })), isSpeech }];
    }),
  );
  return TIMERS_MS.filter((silenceMs) => silenceMs > late).map((silenceMs) => {
    const endsOf = ({ name }) => {
      const { frames, isSpeech } = tracks.get(name);
      return timerEnds(frames, isSpeech, silenceMs, late);
    };
    return { silenceMs, ...pointOf(judgeEnds(dialogues, endsOf)) };
  });
}

export const energyTimer = (folder) =>
  timerCurve(folder, (frames) => frames.map(({ isLoud }) => isLoud), HANGOVER_MS);
/** A timer over the truth: what the set asks of any timer. */
export const perfectTimer = (folder) =>
  timerCurve(folder, (frames) => frames.map(({ truth }) => truth > 0), 0);
/** A timer over the detector of WebRTC in its strictest mode. */
export async function webrtcTimer(folder, createFvad) {
  const detect = await webrtcDetector(createFvad);
  return timerCurve(folder, (frames) => detect(frames, 3), 0);
}

/** Interruptions by the length of speech that they take. The rule has no fitted coefficient: all dialogues count. */
export function bargeInCurve(folder, isWanted = () => true) {
  const dialogues = namesIn(folder)
    .map((name) => dialogueOf(folder, name))
    .filter(isWanted);
  return MIN_SPEECH_MS.map((ms) => {
    const judged = judgeInterruptions(
      dialogues,
      (dialogue) => eventsIn(folder, dialogue, "interrupt", ms),
      ms,
    );
    const { delays, backchannels, falseBackchannels, falseNoises, quietMinutes } = judged;
    return {
      minSpeechMs: ms,
      p50: percentile(delays, 0.5),
      p99: percentile(delays, 0.99),
      falseBackchannels: falseBackchannels / backchannels,
      falseNoisesPerMinute: falseNoises / quietMinutes,
    };
  });
}

/** Processor time of an ear in µs a block of 20 ms. */
export function earCost(folder) {
  const costs = [...eventsOf(folder).values()].flat().filter(({ kind }) => kind === "cost");
  return percentile(
    costs.map(({ ns }) => ns / 1000),
    0.5,
  );
}

export const best = (curve) => bestWithin(curve, FALSE_CUTS);
