import { defineConfig } from "vitest/config";
import tests from "./vitest.config.js";

// Other people's programs beside ours, by name: `npm run interop -- bots`. Bots are fetched and installed outside this repository
// first, so they are no part of `npm test`.
const shared = { ...tests.test };
delete shared.projects;

export default defineConfig({
  test: {
    ...shared,
    env: { ...shared.env, SDKPP_EVERY_CLIENT: "1" },
    reporters: ["default", ["json", { outputFile: "test-out/results/vitest-interop.json" }]],
    include: ["test/interop/**/*.test.ts"],
    maxWorkers: 1,
  },
});
