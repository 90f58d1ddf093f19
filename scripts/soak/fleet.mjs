// Workers of a fleet that are killed, stopped, cut off and emptied while their calls play: the test of the system tier, asked for more.
import { outputOfTests, verdict } from "./run-tests.mjs";

/** @returns rows of the report, and its checks */
export function soakFleet({ fleetFaults, seed }) {
  const started = Date.now();
  const files = ["--config", "vitest.system.config.ts", "test/system/fleet/faults.test.ts"];
  const { isGood, output } = outputOfTests(files, {
    SDKPP_FLEET_FAULTS: fleetFaults,
    SDKPP_FLEET_SEED: seed,
  });
  const figures = [...output.matchAll(/^(silence, [A-Za-z ]+|faults): (.*)$/gm)];
  const rows = [
    ["seed", String(seed)],
    ...figures.map(([, what, figure]) => [
      `${what}${what === "faults" ? "" : ", p50 / p95 / worst"}`,
      figure,
    ]),
    ["two owners heard together, calls lost, op 4 with null", isGood ? "none" : "see the output"],
    ["minutes", ((Date.now() - started) / 60_000).toFixed(1)],
  ];
  return verdict("A fleet whose workers die", rows, isGood && figures.length > 0);
}
