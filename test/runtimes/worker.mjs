import { isMainThread, Worker } from "node:worker_threads";

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url), { argv: [process.argv[2]] });
  worker.on("message", (text) => console.log(text));
  worker.on("error", (error) => {
    console.error(error);
    process.exit(1);
  });
} else {
  const { parentPort } = await import("node:worker_threads");
  const sdk = await import("sdkpp");
  const { makeLocalCall } = await import("./local-call.mjs");
  await makeLocalCall(sdk, process.argv[2]);
  parentPort?.postMessage("call ok");
}
