// Sessions come and go and ask for 120 % of what the media threads can carry. Those that are admitted miss no more deadlines than
// a sender in C that has the same streams at the same times, on as many threads, in turn with ours. Wants an idle machine.
import { fork } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { buildFloor, runFloor } from "../../bench/support/floor.mjs";
import { soundBlocks } from "../../bench/support/sound.mjs";
import { loadAddon, mediaThreadsOf, watchMediaLoad } from "../../dist/native/index.js";
import { wavOf } from "../../test/support/wav-file.mjs";
import { ComingAndGoing, speak } from "./coming-and-going.mjs";
import { seeded } from "./seeded.mjs";

const SINK = path.join(path.dirname(fileURLToPath(import.meta.url)), "udp-sink.mjs");
const ASKED = 1.2;
const TICK_MS = 20;
/** Sessions that tell what one costs. */
const PROBES = 20;
const SETTLED_MS = 2000;
const STAY_MS = 6000;
/** What lasts longer is done in rounds, ours and the sender in turn: the machine is not the same for long. */
const ROUND_S = 60;
/** Of frames: what ours may miss more than the sender does. */
const ALLOWED = 0.0001;

const percent = (share) => `${(share * 100).toFixed(3)} %`;
const total = (all, key) => all.reduce((sum, each) => sum + each[key], 0);
const tickMs = (addon) => total(addon.mediaThreads(), "tickMs");

/** What this machine's media threads can carry: streams at complexity 10. */
async function capacity(addon, place, threads) {
  const lines = [];
  for (let at = 0; at < PROBES; at += 1) lines.push(await speak(addon, { ...place, isFull: true }));
  await pause(SETTLED_MS);
  const price = tickMs(addon) / PROBES;
  for (const line of lines) line.close();
  await pause(SETTLED_MS);
  return (threads * TICK_MS) / price;
}

/** @returns the counts of ours, and the schedule that the sender has to follow */
async function roundOfOurs(addon, place, { asked, random, seconds }) {
  const crowd = new ComingAndGoing({ addon, ...place, asked, random, stayMs: STAY_MS });
  let reduced = 0;
  const end = watchMediaLoad(addon, ({ action }) => {
    // "refusing" stands for a reduction of the same second
    if (action === "reduced" || action === "refusing") reduced += crowd.reduce();
  });
  const late = () => total(addon.mediaThreads(), "lateTicks");
  const before = late();
  await crowd.run(seconds * 1000);
  const lateTicks = late() - before;
  end();
  await pause(SETTLED_MS);
  const { admitted, refused, frames, missed, schedule } = crowd;
  return { admitted, refused, reduced, frames, missed, lateTicks, schedule };
}

async function roundOfSender(folder, { server, threads, schedule }) {
  const file = path.join(folder, "schedule");
  fs.writeFileSync(file, schedule.map((step) => step.join(" ")).join("\n"));
  return runFloor("overload", [server.port, threads, path.join(folder, "sound"), file]);
}

async function rounds({ addon, place, folder, threads, asked, seed, seconds }) {
  const random = seeded(seed);
  const count = Math.ceil(seconds / ROUND_S);
  const [ours, sender] = [[], []];
  for (let at = 0; at < count; at += 1) {
    const { schedule, ...done } = await roundOfOurs(addon, place, {
      asked,
      random,
      seconds: seconds / count,
    });
    ours.push(done);
    sender.push(await roundOfSender(folder, { ...place, threads, schedule }));
    console.log(`round ${at + 1}: ${JSON.stringify({ ours: done, sender: sender.at(-1) })}`);
  }
  return { ours, sender };
}

function report({ ours, sender, asked, threads }, seed, seconds) {
  const share = (all) => total(all, "missed") / Math.max(total(all, "frames"), 1);
  const missed = (all) =>
    `${total(all, "missed")} of ${total(all, "frames")} (${percent(share(all))}), ticks late by ${total(all, "lateTicks")}`;
  const counts = ["admitted", "refused", "reduced"].map((key) => `${total(ours, key)} ${key}`).join(", ");
  console.log(`overload: ${counts}; missed deadlines ${missed(ours)}; the sender in C ${missed(sender)}`);
  const checks = [
    ["there was too much to do", total(ours, "refused") + total(ours, "reduced") > 0],
    ["admitted sessions send", total(ours, "frames") > 0.9 * total(sender, "frames")],
    [`no more missed than the sender in C + ${percent(ALLOWED)}`, share(ours) <= share(sender) + ALLOWED],
  ];
  for (const [what, isGood] of checks) console.log(`${isGood ? "ok    " : "FAILED"}  ${what}`);
  const rows = [
    ["seed", String(seed)],
    ["length", `${seconds} s of each, in turn`],
    ["asked", `${Math.round(asked)} sessions at a time, ${ASKED * 100} % of what ${threads} threads carry`],
    ["sessions", counts],
    ["missed deadlines of admitted sessions", missed(ours)],
    ["of the sender in C", missed(sender)],
  ];
  return { title: "Overload", rows, checks: checks.map(([name, isGood]) => ({ name, isGood })) };
}

/** @returns rows of the report, and its checks */
export async function soakOverload({ seed, overloadSeconds: seconds }) {
  // nothing is compiled beside what is measured
  buildFloor("overload");
  const threads = mediaThreadsOf(undefined);
  const addon = loadAddon(undefined, threads);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sdkpp-soak-"));
  const sink = fork(SINK);
  try {
    const samples = Int16Array.from(soundBlocks(100).flatMap((block) => [...block]));
    fs.writeFileSync(path.join(folder, "sound"), samples);
    const [server] = await once(sink, "message");
    const place = { server, wav: wavOf(samples, 2) };
    const asked = ASKED * (await capacity(addon, place, threads));
    console.log(`${Math.round(asked)} sessions asked at a time, ${threads} media threads`);
    const done = await rounds({ addon, place, folder, threads, asked, seed, seconds });
    return report({ ...done, asked, threads }, seed, seconds);
  } finally {
    sink.disconnect();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
