import { defineConfig } from "vitest/config";
import { ALONE, CALLS, SHARED } from "./test/shared-process.js";

const folder = (name: string) => `test/${name}/**/*.test.ts`;

// The addon owns a media thread: it is loaded in forked processes only, never in vitest's own worker threads.
export default defineConfig({
  test: {
    pool: "forks",
    reporters: ["default", ["json", { outputFile: "test-out/results/vitest.json" }]],
    // Node loads the packages as they ship; compiling the bundles for every file would take longer than most tests.
    server: { deps: { external: [/\/dist\/bundle\//] } },
    // Guards against waiting for ever, and no measure of speed: both processors may be busy with something else.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Some tests wait: a worker more than processors keeps both busy.
    maxWorkers: 3,
    maxConcurrency: 3,
    // Clients look for a desktop app in the first and register games in the others: never in those of who runs the tests.
    // Calls have no microphone and no speaker.
    env: {
      SDKPP_AUDIO_DEVICES: "off",
      XDG_RUNTIME_DIR: "/nonexistent/sdkpp-tests",
      XDG_DATA_HOME: "/dev/null/sdkpp-tests",
      XDG_CONFIG_HOME: "/dev/null/sdkpp-tests",
    },
    projects: [
      {
        extends: true,
        test: {
          name: "whole",
          include: [
            ...["lifecycle", "interop", "fuzz", "e2e/electron", "e2e/fleet", "e2e/launch", "e2e/moves"].map(
              folder,
            ),
            "test/e2e/*.test.ts",
            ...ALONE,
            "examples/testing/*.test.ts",
          ],
          exclude: ["test/interop/bots/**"],
        },
      },
      {
        extends: true,
        test: {
          name: "shared",
          include: SHARED.map((one) => `${one}/**/*.test.ts`),
          exclude: [...ALONE],
          isolate: false,
        },
      },
      {
        extends: true,
        // Parts without sockets and threads of their own share a process, and so their imports: half the time.
        test: { name: "unit", include: [folder("unit")], isolate: false },
      },
      {
        extends: true,
        // They wait for sound and sockets most of their time, and miss deadlines beside what computes: behind the others.
        test: {
          name: "calls",
          include: CALLS.map((one) => `${one}/**/*.test.ts`),
          exclude: [...ALONE],
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
