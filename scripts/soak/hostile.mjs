// A member of a call who sends 2,000 authentic, malicious packets a second: other sessions on the same media thread miss
// no more deadlines than without. Wants an idle machine.
import { fork } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { loadAddon } from "../../dist/native/index.js";
import { NativeLine } from "../../test/support/native-line.mjs";
import { toneWav } from "../../test/support/tone-wav.mjs";

const PEER = path.resolve(
  path.dirname(fileURLToPath(import.meta.url)),
  "../../test/support/hostile-peer.mjs",
);
const SSRC = 3000;
const INNOCENTS = 10;
/** Every packet is well-formed, and two are never neighbours: a buffer that looks for the oldest has far to go. */
const FAR_APART = { sequence: [0, 62], timestamp: [0, 0], ssrc: 2, payload: 3, toc: 0xf8, size: 60 };
/** No gate: the tone is sent without end. */
const CONTINUOUS = 3;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function innocent(addon) {
  const line = await new NativeLine(addon).connect();
  line.session.setAudioMode(CONTINUOUS);
  line.session.openWavInput(toneWav(), true);
  return line;
}

/** The victim, heard with everything that a client can switch on. */
async function victim(addon, child) {
  const { port } = await new Promise((resolve) => child.once("message", resolve));
  const line = new NativeLine(addon, { userId: 2n, server: { port } });
  child.send({ key: line.key.toString("base64") });
  await line.connect();
  line.session.openPcmOutput();
  line.session.setAudioCallbacks(
    () => undefined,
    () => undefined,
  );
  for (let at = 0; at < 3; at += 1) {
    line.session.subscribe(BigInt(100 + at), "pcm");
    line.session.speaking(BigInt(100 + at), SSRC + at, 1, performance.now());
  }
  return line;
}

/** @param flood starts the harm. @returns what the innocent sessions missed and how late they were at most */
async function measure(addon, seconds, flood) {
  const lines = await Promise.all(Array.from({ length: INNOCENTS }, () => innocent(addon)));
  await pause(1000);
  const before = lines.map(({ session }) => session.getStats());
  flood();
  await pause(seconds * 1000);
  const after = lines.map(({ session }) => session.getStats());
  for (const line of lines) line.close();
  const sum = (pick) => after.reduce((all, one, at) => all + pick(one) - pick(before[at]), 0);
  return {
    missed: sum(({ pacing }) => pacing.missedDeadlines),
    sent: sum(({ packetsSent }) => packetsSent),
    p99: Math.max(...after.map(({ pacing }) => pacing.p99Ms)),
  };
}

/** @returns rows of the report, and its checks */
export async function soakHostile({ seed, isShort }) {
  const seconds = isShort ? 5 : 60;
  const addon = loadAddon();
  const child = fork(PEER);
  const line = await victim(addon, child);
  try {
    const without = await measure(addon, seconds, () => undefined);
    const beside = await measure(addon, seconds, () => child.send({ flood: seed }));
    child.send({ quiet: true });
    const apart = await measure(addon, seconds, () => child.send({ flood: seed, habit: FAR_APART }));
    const { packetsReceived, refused } = line.session.getStats();
    const checks = [
      ["the innocent miss no more deadlines", beside.missed <= without.missed],
      ["nor beside sequence numbers far apart", apart.missed <= without.missed],
      ["the innocent send all they have", Math.min(beside.sent, apart.sent) >= without.sent * 0.999],
      ["the hostile packets were received", packetsReceived > seconds * 1000],
    ];
    for (const [what, isGood] of checks) console.log(`${isGood ? "ok    " : "FAILED"}  ${what}`);
    console.log(JSON.stringify({ without, beside, apart }));
    const rows = [
      ["seed", String(seed)],
      ["packets of the hostile peer", `${packetsReceived} received, ${JSON.stringify(refused)} rejected`],
      [
        "deadlines missed by 10 innocent sessions, alone",
        `${without.missed} of ${without.sent}, p99 ${without.p99.toFixed(2)} ms`,
      ],
      ["and beside its habits", `${beside.missed} of ${beside.sent}, p99 ${beside.p99.toFixed(2)} ms`],
      [
        "and beside numbers that step by 62",
        `${apart.missed} of ${apart.sent}, p99 ${apart.p99.toFixed(2)} ms`,
      ],
    ];
    return { title: "A hostile peer", rows, checks: checks.map(([name, isGood]) => ({ name, isGood })) };
  } finally {
    child.send({ stop: true });
    line.close();
  }
}
