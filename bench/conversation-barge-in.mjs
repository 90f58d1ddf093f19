// From 300 ms of speech over the agent's own sound to the decision that stops it.
import { bargeInCurve, hear } from "./conversation/measured.mjs";

export const about = {
  title: "synthetic voices: interruption decided after 300 ms of speech, p99 delay",
  unit: "ms",
  absolute: 40,
  runs: 1,
  needsNoSink: true,
};

const at = (curve) => curve.find(({ minSpeechMs }) => minSpeechMs === 300);

export function ours() {
  const folder = hear();
  const all = at(bargeInCurve(folder));
  const quiet = at(bargeInCurve(folder, ({ noise, snrDb }) => noise !== "babble" && snrDb === 20));
  return {
    figure: all.p99,
    notes: [
      `median ${all.p50.toFixed(0)} ms; at 20 dB over other noise than babble p99 ${quiet.p99.toFixed(0)} ms, median ${quiet.p50.toFixed(0)} ms`,
    ],
  };
}
