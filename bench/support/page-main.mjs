// The main process of a launcher: it starts the process of the client and asks it whether it stands still. Pages do not talk through it.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { systemClock } from "../../packages/electron/dist/bridge/system-clock.js";
import { Heartbeat } from "../../packages/electron/dist/main/heartbeat.js";

const child = fork(fileURLToPath(new URL("page-social.mjs", import.meta.url)), {
  stdio: ["ignore", "inherit", "inherit", "ipc"],
});
const heartbeat = new Heartbeat({
  clock: systemClock,
  hangMs: 10_000,
  ask: () => void child.send(["ping"]),
  hung: () => process.exit(1),
});
heartbeat.begin();
child.on("message", (message) => {
  if (message === "pong") heartbeat.answered();
  else process.send(message.user === undefined ? message : { main: process.cpuUsage(), social: message });
});
process.on("message", (message) => void child.send(message));
process.on("disconnect", () => {
  child.kill();
  process.exit();
});
