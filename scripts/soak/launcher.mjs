// Processes of a launcher that are killed in the middle of a call, as a page sees it: the test of `npm test`, asked for more.
import { outputOfTests, verdict } from "./run-tests.mjs";

/** Of so many kills one is of the client's process, which takes longer to follow. */
const CLIENTS = 5;

/** @returns rows of the report, and its checks */
export function soakLauncher({ launcherKills }) {
  const started = Date.now();
  const { isGood, output } = outputOfTests(["test/e2e/electron/kills.test.ts"], {
    SDKPP_LAUNCHER_VOICE_KILLS: launcherKills,
    SDKPP_SOCIAL_KILLS: Math.ceil(launcherKills / CLIENTS),
  });
  const figures = [...output.matchAll(/^((?:ready|without)[a-z', ]+): (.*)$/gm)];
  const rows = [
    ...figures.map(([, what, figure]) => [`${what}, p50 / p95 / worst`, figure]),
    [
      "a page that differed from a fresh one, or was sent its state again for a call",
      isGood ? "none" : "see the output",
    ],
    ["minutes", ((Date.now() - started) / 60_000).toFixed(1)],
  ];
  return verdict("A launcher whose processes die", rows, isGood && figures.length > 0);
}
