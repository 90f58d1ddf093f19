import { defineConfig } from "vitest/config";

// The addon owns a media thread: it is loaded in forked processes only, never in vitest's own worker threads.
export default defineConfig({
  test: {
    pool: "forks",
    include: ["test/{unit,architecture,e2e,lifecycle,interop,fuzz}/**/*.test.ts"],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Most tests wait for sockets and sound: a worker more than processors keeps both busy.
    maxWorkers: 3,
    maxConcurrency: 3,
  },
});
