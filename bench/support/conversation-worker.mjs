// A worker thread with an agent of its own, which tells how late it hears of the end of each turn, ms.
import { parentPort, workerData } from "node:worker_threads";
import { VoiceAgent } from "sdkpp/voice/agent";
import { join } from "./conversation-call.mjs";

const agent = VoiceAgent.of(await join(workerData.credentials));
agent.turns("everyone", workerData.policy);
agent.on("endOfTurn", ({ lateMs }) => parentPort.postMessage(lateMs));
parentPort.postMessage("ready");
