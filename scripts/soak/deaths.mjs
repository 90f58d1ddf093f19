// Calls whose process is killed or stopped, over the real wire, in rooms with an independent client: the test of `npm test`, asked for more.
import { outputOfTests, verdict } from "./run-tests.mjs";

/** @returns rows of the report, and its checks */
export function soakDeaths({ deaths, seed }) {
  const started = Date.now();
  const files = ["killed-processes", "voice-host"].map((name) => `test/e2e/moves/${name}.test.ts`);
  const { isGood, output } = outputOfTests([...files, "--no-file-parallelism"], {
    SDKPP_VOICE_KILLS: deaths,
    SDKPP_VOICE_KILL_SEED: seed,
    SDKPP_VOICE_HOST_KILLS: Math.ceil(deaths / VOICE_PROCESSES),
  });
  const figures = [
    ...output.matchAll(
      /^(kills|meanwhile|recorded|keys and numbers used twice|silence at a kill(?:, [a-z ]+)?|frames skipped or heard again at a kill): (.*)$/gm,
    ),
  ];
  const rows = [
    ["first seed", String(seed)],
    ...figures.map(([, what, figure]) => [NAMES[what] ?? what, figure]),
    ["op 31, op 4 with null, different privacy codes", isGood ? "none" : "see the output"],
    ["minutes", ((Date.now() - started) / 60_000).toFixed(1)],
  ];
  return verdict("Calls whose process dies", rows, isGood && figures.length > 0);
}

/** Of so many kills one is of a voice process with its supervisor. */
const VOICE_PROCESSES = 5;

const NAMES = {
  "silence at a kill": "silence at the listener at a kill, p50 / p95 / worst",
  "frames skipped or heard again at a kill": "frames skipped or heard again at a kill, p50 / p95 / worst",
  "silence at a kill, with a spare process": "with a supervisor, p50 / p95 / worst",
  "silence at a kill, without one": "with a supervisor, but without a spare process",
};
