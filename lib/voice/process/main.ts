// The program of a voice process. Its supervisor forks it, and it ends with that; in an Electron utility process the first message brings the
// port that leads to the supervisor.
import { forkChannel, portChannel, type ParentPort } from "./channels.js";
import { serveCalls } from "./serve-calls.js";

// Ctrl+C reaches every process of a terminal; the supervisor decides when this one ends.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);

const { parentPort } = process as { readonly parentPort?: ParentPort };
if (parentPort === undefined) serveCalls(forkChannel());
else
  parentPort.once("message", ({ ports: [port] }) => {
    if (port !== undefined) serveCalls(portChannel(port));
  });
