// A worker thread with a bot's connection and its voice agent: it counts what it hears in shared memory, and tells its parent of turns.
import { parentPort, workerData } from "node:worker_threads";
import { VoiceSession } from "sdkpp/voice";
import { VoiceAgent } from "sdkpp/voice/agent";

const { credentials, counts } = workerData;
const [FRAMES, ENDS] = [0, 1];
const heard = new Int32Array(counts);

function count(which) {
  Atomics.add(heard, which, 1);
  Atomics.notify(heard, which);
}

const session = VoiceSession.fromCredentials({ ...credentials, selfDeaf: false });
const agent = VoiceAgent.of(session);
agent.turns("everyone", { maxSilenceMs: 600 });
agent.listen("everyone").on("frame", () => count(FRAMES));
agent.on("endOfTurn", ({ userId }) => {
  parentPort.postMessage({ ended: userId });
  count(ENDS);
});
parentPort.on("message", () => {
  session.destroy();
  parentPort.close();
});
await session.ready();
parentPort.postMessage("ready");
