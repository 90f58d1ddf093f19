// A worker loads the addon and ends. Node then closes the addon's library; process.report lists those that are still loaded.
import { Worker, isMainThread } from "node:worker_threads";
import { loadAddon } from "../../../dist/native/index.js";

const isLoaded = () => process.report.getReport().sharedObjects.some((file) => file.endsWith("sdkpp.node"));

async function main() {
  const worker = new Worker(new URL(import.meta.url));
  await new Promise((resolve, reject) => worker.once("exit", resolve).once("error", reject));
  console.log(`the worker ended, the addon is ${isLoaded() ? "" : "not "}loaded`);
}

if (isMainThread) await main();
else loadAddon();
