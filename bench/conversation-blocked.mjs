// JavaScript is blocked for 100 of every 200 ms: is the end of a turn decided any later, and when does a worker thread hear of it?
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { VoiceAgent } from "sdkpp/voice/agent";
import { join, openCall, pause, quantile, spoken, TICKS_PER_MS } from "./support/conversation-call.mjs";
import { short } from "./support/results.mjs";

const TURNS = 30;
const PAUSE_MS = 1000;
const POLICY = { maxSilenceMs: 500 };

export const about = {
  title: "end of a turn, JavaScript blocked 100 of 200 ms: decided later by the media thread, p99",
  unit: "ms",
  absolute: 5,
  also: [{ of: "workerMs", title: "decision → callback in a worker thread, p99 (ms)", most: 20 }],
  runs: 1,
  needsNoSink: true,
  isPacing: true,
};

/** How late the media thread was with a sound, and JavaScript with the word of it, of all ends of turns. */
function latenesses(agent) {
  const ends = [];
  agent.turns("everyone", POLICY);
  agent.on("endOfTurn", ({ at, decidedAt, lateMs }) =>
    ends.push({ decidedMs: (decidedAt - at) / TICKS_PER_MS, lateMs }),
  );
  return ends;
}

/** Holds the main thread for half of the time. @returns ends it */
function blockHalf() {
  const timer = setInterval(() => {
    const end = performance.now() + 100;
    while (performance.now() < end);
  }, 200);
  return () => clearInterval(timer);
}

async function speak(speaker, { source, ms }, turns) {
  for (let turn = 0; turn < turns; turn += 1) {
    speaker.play(source);
    await pause(ms + PAUSE_MS);
  }
}

async function workerAgent(credentials) {
  const worker = new Worker(new URL("support/conversation-worker.mjs", import.meta.url), {
    workerData: { credentials, policy: POLICY },
  });
  const lateMs = [];
  await once(worker, "message");
  worker.on("message", (late) => lateMs.push(late));
  return { worker, lateMs };
}

export async function ours() {
  const { server, credentials } = await openCall(3);
  const [speaker, own] = await Promise.all(credentials.slice(0, 2).map(join));
  const { worker, lateMs } = await workerAgent(credentials[2]);
  const ends = latenesses(VoiceAgent.of(own));
  const sentence = spoken("flite-slt", "Where is the station?");
  await speak(speaker, sentence, TURNS);
  const idle = ends.splice(0);
  lateMs.length = 0;
  const unblock = blockHalf();
  await speak(speaker, sentence, TURNS);
  unblock();
  await pause(PAUSE_MS);
  for (const session of [speaker, own]) session.destroy();
  await worker.terminate();
  await server.stop();
  if (ends.length < TURNS * 0.9 || lateMs.length < TURNS * 0.9)
    throw new Error(`${ends.length} and ${lateMs.length} of ${TURNS} turns ended`);
  const usual = quantile(
    idle.map(({ decidedMs }) => decidedMs),
    0.5,
  );
  const late = (share) =>
    quantile(
      ends.map((end) => end.lateMs),
      share,
    );
  return {
    figure: quantile(
      ends.map(({ decidedMs }) => decidedMs - usual),
      0.99,
    ),
    workerMs: quantile(lateMs, 0.99),
    notes: [
      `${TURNS} turns; p99 ${short(
        quantile(
          idle.map(({ decidedMs }) => decidedMs - usual),
          0.99,
        ),
      )} ms unblocked; callback on the blocked thread median ${short(late(0.5))} ms, p99 ${short(late(0.99))} ms`,
    ],
  };
}
