// Uses up the threads this user may have, asks for a call, gives them back and asks again. Runs under a limit of the
// system on threads; the addon's path comes as argument, because the user this runs as may not be able to read the project.
import { Worker } from "node:worker_threads";

const addon = process.getBuiltinModule("node:module").createRequire(import.meta.url)(process.argv[2]);
const options = {
  userId: 1n,
  seed: new Uint8Array(32),
  preferredMode: "",
  recovery: "full",
  admission: "usual",
  start: "running",
  onWake: () => undefined,
};
const workers = [];

function attempt() {
  try {
    addon.createVoiceSession(options).close();
    return "created";
  } catch (error) {
    return error.code;
  }
}

try {
  while (workers.length < 1000)
    workers.push(new Worker("setInterval(() => undefined, 1000)", { eval: true }));
} catch (error) {
  console.log(error.code);
}
console.log(attempt());
await Promise.all(workers.map((worker) => worker.terminate()));
console.log(attempt());
