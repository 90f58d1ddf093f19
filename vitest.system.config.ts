import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { pool: "forks", include: ["test/system/**/*.test.ts"], testTimeout: 120_000, hookTimeout: 60_000 },
});
