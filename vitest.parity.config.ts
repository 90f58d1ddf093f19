import { defineConfig, mergeConfig } from "vitest/config";
import tests from "./vitest.config.js";

// A witness in front of every public member. `npm run parity` asks it which members tests call; tests themselves run
// without it, so that what is tested is what ships.
export default mergeConfig(tests, defineConfig({ test: { setupFiles: ["test/members/setup.ts"] } }));
