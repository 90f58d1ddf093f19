// An agent's own words that come back through somebody's room, and are not taken for such.
import { LEVELS_DB } from "./conversation/echo-scenes.mjs";
import { echoCost, echoesAt, hearEchoes } from "./conversation/measured-echo.mjs";

export const about = {
  title:
    "synthetic voices: own words come back at -10, -20 or -30 dB and are not marked, at the worst of the three levels",
  unit: "%",
  absolute: 5,
  runs: 1,
  needsNoSink: true,
};

export function ours() {
  const heard = hearEchoes();
  const levels = LEVELS_DB.map((levelDb) => echoesAt(heard, levelDb));
  const percents = levels.map(({ levelDb, marked }) => `${levelDb} dB ${(100 * marked).toFixed(1)} %`);
  const interruptions = levels.map((each) => `${each.interrupts} instead of ${each.unmarkedInterrupts}`);
  return {
    figure: 100 - 100 * Math.min(...levels.map(({ marked }) => marked)),
    notes: [
      `marked of the blocks in which an echo sounds: ${percents.join(", ")}`,
      `20 rooms, 100 to 1,000 ms late, Opus both ways; interruptions by echoes at 300 ms: ${interruptions.join(", ")}`,
      `the search takes ${echoCost(heard).toFixed(0)} µs a block`,
    ],
  };
}
