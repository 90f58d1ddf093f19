// A worker: its voice process has the calls of bots, until it is drained or killed.
import { startWorker } from "@sdkpp/fleet";

const { NATS, FLEET_KEY, NAME } = process.env;
const fleetKey = Buffer.from(FLEET_KEY, "hex");
const worker = await startWorker({ nats: { servers: NATS }, fleetKey, name: NAME, log: console.error });
process.once("SIGTERM", () => void worker.drain());
process.send("ready");
await worker.ended;
process.disconnect();
