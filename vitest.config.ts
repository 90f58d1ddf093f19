import { defineConfig } from "vitest/config";

// The addon owns a media thread: it is loaded in forked processes only, never in vitest's own worker threads.
export default defineConfig({
  test: {
    pool: "forks",
    reporters: ["default", ["junit", { outputFile: "test-out/results/vitest.xml" }]],
    include: ["test/{unit,architecture,e2e,lifecycle,interop,fuzz}/**/*.test.ts"],
    // Guards against waiting for ever, and no measure of speed: both processors may be busy with something else.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Most tests wait for sockets and sound: a worker more than processors keeps both busy.
    maxWorkers: 3,
    maxConcurrency: 3,
  },
});
