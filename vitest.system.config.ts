import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    reporters: ["default", ["json", { outputFile: "test-out/results/vitest-system.json" }]],
    pool: "forks",
    include: ["test/system/**/*.test.ts"],
    env: { SDKPP_AUDIO_DEVICES: "off" },
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // Browsers start while others wait for sound; each file has servers of its own.
    maxWorkers: 3,
  },
});
