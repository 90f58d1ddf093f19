// A process that keeps one warm server of the test runner and runs one test under one change at a time. Its parent
// sends `{ subject, file, change }` and receives "noticed", "NOT NOTICED" or "NOT RUN".
import path from "node:path";
import { createVitest } from "vitest/node";
import { root } from "./run.mjs";

process.env.SDKPP_SOURCES = "1";
const vitest = await createVitest("test", {
  root,
  config: "vitest.conformance.config.ts",
  watch: false,
  reporters: [{}],
  maxWorkers: 1,
  bail: 1,
});
const specifications = await vitest.globTestSpecifications();

process.on("message", (trial) => void judge(trial).then((verdict) => process.send(verdict)));
process.on("disconnect", () => void vitest.close().finally(() => process.exit()));
process.send("ready");

/** The change reaches the transform here and the texts that a worker reads through the environment of both. */
async function judge({ subject, file, change }) {
  const changed = path.join(root, change.file);
  process.env.SDKPP_CHANGE = JSON.stringify(change);
  vitest.invalidateFile(changed);
  vitest.setGlobalTestNamePattern(new RegExp(`^${subject}:`));
  try {
    const { testModules } = await vitest.runTestSpecifications([specificationOf(file)]);
    return verdictOn(testModules.flatMap(({ children }) => [...children.allTests()]));
  } finally {
    delete process.env.SDKPP_CHANGE;
    vitest.invalidateFile(changed);
  }
}

const specificationOf = (file) => specifications.find(({ moduleId }) => moduleId === path.join(root, file));

/** A change that breaks the import of the test proves nothing: a test of the subject has to run and fail. */
function verdictOn(tests) {
  const states = tests.map((test) => test.result().state).filter((state) => state !== "skipped");
  if (states.length === 0) return "NOT RUN";
  return states.includes("failed") ? "noticed" : "NOT NOTICED";
}
