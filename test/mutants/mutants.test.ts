// Runs the files of a trial (scripts/mutants/run.mjs) once for each mutant: `npm run mutants`, and no other run, includes it.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, beforeEach, describe } from "vitest";

const { ids, files } = JSON.parse(readFileSync(String(process.env["SDKPP_MUTANTS"]), "utf8")) as {
  readonly ids: readonly number[];
  readonly files: readonly string[];
};
const switches = globalThis as { sdkppMutant?: number };
const noticed = new Set<number>();

describe.each(ids)("mutant %i", async (id) => {
  beforeAll(() => void (switches.sdkppMutant = id));
  afterAll(() => void delete switches.sdkppMutant);
  beforeEach((context) => {
    // One failure says it.
    if (noticed.has(id)) context.skip();
    context.onTestFailed(() => void noticed.add(id));
  });
  // The query makes the file run again; what it imports is shared.
  for (const file of files)
    await import(/* @vite-ignore */ `${resolve(import.meta.dirname, "../..", file)}?mutant=${String(id)}`);
});
