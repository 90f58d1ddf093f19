import { defineConfig, mergeConfig } from "vitest/config";
import { SOURCES } from "./test/conformance/sources.js";

// The packages as they ship; with SDKPP_SOURCES set, their sources, to which SDKPP_CHANGE is applied.
const packages = process.env["SDKPP_SOURCES"] === undefined ? {} : SOURCES;

export default mergeConfig(
  packages,
  defineConfig({
    test: {
      reporters: [["json", { outputFile: "test-out/results/vitest-conformance.json" }]],
      pool: "forks",
      isolate: false,
      server: { deps: { external: [/\/dist\/bundle\//] } },
      include: ["test/conformance/**/*.test.ts"],
      testTimeout: 60_000,
      hookTimeout: 60_000,
      maxWorkers: 2,
      env: { SDKPP_AUDIO_DEVICES: "off", XDG_RUNTIME_DIR: "/nonexistent/sdkpp-tests" },
    },
  }),
);
