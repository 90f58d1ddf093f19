// Somebody who speaks while an agent does: blocks that are taken for the agent's own words.
import { LEVELS_DB } from "./conversation/echo-scenes.mjs";
import { hearEchoes, speechOver } from "./conversation/measured-echo.mjs";

export const about = {
  title: "synthetic voices: speech over own sound that is taken for its echo",
  unit: "%",
  absolute: 1,
  runs: 1,
  needsNoSink: true,
};

export function ours() {
  const heard = hearEchoes();
  const cases = [null, ...LEVELS_DB].map((levelDb) => speechOver(heard, levelDb));
  const percents = cases.map(
    ({ levelDb, marked }) =>
      `${levelDb === null ? "nothing comes back" : `${levelDb} dB`} ${(100 * marked).toFixed(2)} %`,
  );
  return {
    figure: (100 * cases.reduce((sum, { marked }) => sum + marked, 0)) / cases.length,
    notes: [`the mean of four cases, by what comes back meanwhile: ${percents.join(", ")}`],
  };
}
