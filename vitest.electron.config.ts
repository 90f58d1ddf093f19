import { defineConfig } from "vitest/config";

// scripts/test-electron.mjs says which Electron.
export default defineConfig({
  test: {
    pool: "forks",
    include: ["test/electron/**/*.test.ts"],
    env: { SDKPP_AUDIO_DEVICES: "off" },
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
