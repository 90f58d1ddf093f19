// Listeners' words of 150 to 600 ms that stop the agent although they should not.
import { bargeInCurve, hear } from "./conversation/measured.mjs";

export const about = {
  title: "synthetic voices: backchannels that interrupt when 300 ms of speech do",
  unit: "%",
  absolute: 2,
  runs: 1,
  needsNoSink: true,
};

const percent = (share) => `${(share * 100).toFixed(1)} %`;

export function ours() {
  const folder = hear();
  const curve = bargeInCurve(folder);
  const others = bargeInCurve(folder, ({ noise }) => noise !== "babble");
  const at = (from, ms) => from.find(({ minSpeechMs }) => minSpeechMs === ms);
  const told = [500, 600, 700, 800].map((ms) => `${ms} ms: ${percent(at(curve, ms).falseBackchannels)}`);
  return {
    figure: at(curve, 300).falseBackchannels * 100,
    notes: [
      `most backchannels of the set last longer than 300 ms; when it takes ${told.join(", ")}`,
      `interruptions by noise alone at 300 ms: ${at(others, 300).falseNoisesPerMinute.toFixed(2)} a minute, with babble, which is speech, ${at(curve, 300).falseNoisesPerMinute.toFixed(2)}`,
    ],
  };
}
