import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Short files that wait long: vitest starts large files first, and these would run alone at the end. */
const LONG_WAITS = ["/path-move.test.ts", "/other-languages.test.ts"];

/** Each part of the tier has a file of its own. */
const RESULTS = process.env["SDKPP_SYSTEM_RESULTS"] ?? "vitest-system";

/** Starts files that wait long before the others. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      LONG_WAITS.some((end) => moduleId.endsWith(end));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    reporters: ["default", ["json", { outputFile: `test-out/results/${RESULTS}.json` }]],
    pool: "forks",
    include: ["test/system/**/*.test.ts"],
    env: { SDKPP_AUDIO_DEVICES: "off" },
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // Browsers start while others wait for sound; each file has servers of its own.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
  },
});
