import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    reporters: ["default", ["json", { outputFile: "test-out/results/vitest-contract.json" }]],
    pool: "forks",
    include: ["test/contract/**/*.test.ts"],
    env: { SDKPP_AUDIO_DEVICES: "off" },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // They compute. Vitest itself would leave one processor to whoever looks on.
    maxWorkers: 2,
  },
});
