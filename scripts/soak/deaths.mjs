// Calls whose process is killed or stopped, over the real wire, in rooms with an independent client: the test of `npm test`, asked for more.
import { outputOfTests, verdict } from "./run-tests.mjs";

/** @returns rows of the report, and its checks */
export function soakDeaths({ deaths, seed }) {
  const started = Date.now();
  const { isGood, output } = outputOfTests(["test/e2e/moves/killed-processes.test.ts"], {
    SDKPP_VOICE_KILLS: deaths,
    SDKPP_VOICE_KILL_SEED: seed,
  });
  const figures = [
    ...output.matchAll(
      /^(kills|meanwhile|recorded|keys and numbers used twice|silence at a kill|frames skipped or heard again at a kill): (.*)$/gm,
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

const NAMES = {
  "silence at a kill": "silence at the listener at a kill, p50 / p95 / worst",
  "frames skipped or heard again at a kill": "frames skipped or heard again at a kill, p50 / p95 / worst",
};
