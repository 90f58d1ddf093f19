import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { defineConfig, mergeConfig } from "vitest/config";
import { weave } from "./scripts/mutants/weave.mjs";
import { SOURCES } from "./test/conformance/sources.js";

const { mutants, timeLimitMs } = JSON.parse(readFileSync(String(process.env["SDKPP_MUTANTS"]), "utf8"));

export default mergeConfig(
  SOURCES,
  defineConfig({
    plugins: [
      {
        name: "mutants",
        enforce: "pre",
        transform(code, id) {
          const own = mutants.filter(({ file }: { file: string }) => resolve(file) === id.split("?")[0]);
          return own.length === 0 ? undefined : weave(code, own);
        },
      },
    ],
    test: {
      pool: "forks",
      isolate: false,
      maxWorkers: 1,
      include: ["test/mutants/*.test.ts"],
      reporters: [["json", { outputFile: String(process.env["SDKPP_MUTANTS_REPORT"]) }]],
      server: { deps: { external: [/\/dist\/bundle\//] } },
      testTimeout: timeLimitMs,
      hookTimeout: timeLimitMs,
      // A mutant may throw where nobody listens.
      dangerouslyIgnoreUnhandledErrors: true,
      env: {
        SDKPP_AUDIO_DEVICES: "off",
        XDG_RUNTIME_DIR: "/nonexistent/sdkpp-tests",
        XDG_DATA_HOME: "/dev/null/sdkpp-tests",
        XDG_CONFIG_HOME: "/dev/null/sdkpp-tests",
      },
    },
  }),
);
