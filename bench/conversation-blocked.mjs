// JavaScript is blocked for 100 of every 200 ms: is the end of a turn decided any later, and when does a worker thread hear of it?
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { VoiceAgent } from "sdkpp/voice/agent";
import { percentile } from "./conversation/judge.mjs";
import { blockHalf } from "./support/block-half.mjs";
import { join, openCall, pause, spoken, TICKS_PER_MS } from "./support/conversation-call.mjs";
import { short } from "./support/results.mjs";

const TURNS = 30;
/** The delay of the jitter buffer settles meanwhile. */
const FIRST_TURNS = 6;
const PAUSE_MS = 1000;
/** Messages of the worker have come by then. */
const SETTLED_MS = 100;
/** No divisor of the 200 ms of a block and a pause. */
const PHASE_STEP_MS = 37;
const POLICY = { maxSilenceMs: 500 };

export const about = {
  title: "end of a turn, JavaScript blocked 100 of 200 ms: p99 of its decision less p99 unblocked",
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

/** One turn. @returns the ends of turns that were told meanwhile, and how late the worker heard of each, ms */
async function turn({ speaker, ends, lateMs }, { source, ms }, { isBlocked, phaseMs }) {
  speaker.play(source);
  await pause(phaseMs);
  const unblock = isBlocked ? blockHalf() : undefined;
  await pause(ms + PAUSE_MS - phaseMs);
  unblock?.();
  await pause(SETTLED_MS);
  return { ends: ends.splice(0), lateMs: lateMs.splice(0) };
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
  // in turn: the delay of the jitter buffer is in both, and changes with time
  const [free, blocked] = [[], []];
  for (let at = -FIRST_TURNS; at < 2 * TURNS; at += 1) {
    const isBlocked = at % 2 === 1;
    // so that turns end anywhere between two blocks
    const phaseMs = ((at + FIRST_TURNS) * PHASE_STEP_MS) % 200;
    const done = await turn({ speaker, ends, lateMs }, sentence, { isBlocked, phaseMs });
    if (at >= 0) (isBlocked ? blocked : free).push(done);
  }
  for (const session of [speaker, own]) session.destroy();
  await worker.terminate();
  await server.stop();
  const endsOf = (turns) => turns.flatMap((each) => each.ends);
  const workers = blocked.flatMap((each) => each.lateMs);
  const least = Math.min(endsOf(free).length, endsOf(blocked).length, workers.length);
  if (least < TURNS * 0.9) throw new Error(`only ${least} of ${TURNS} turns ended`);
  const decidedP99 = (turns) =>
    percentile(
      endsOf(turns).map(({ decidedMs }) => decidedMs),
      0.99,
    );
  const told = endsOf(blocked).map((end) => end.lateMs);
  const [p50, p99] = [0.5, 0.99].map((share) => short(percentile(told, share)));
  return {
    figure: decidedP99(blocked) - decidedP99(free),
    workerMs: percentile(workers, 0.99),
    notes: [
      `${TURNS} turns of each in turn; behind the sound p99 ${short(decidedP99(free))} ms unblocked, ${short(decidedP99(blocked))} ms blocked; callback on the blocked thread median ${p50} ms, p99 ${p99} ms`,
    ],
  };
}
