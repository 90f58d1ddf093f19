// From the end of a sentence to the event that says so, on dialogues that no coefficient was fitted on.
import { pathToFileURL } from "node:url";
import { best, energyTimer, hear, ourCurve, perfectTimer, webrtcTimer } from "./conversation/measured.mjs";

export const about = {
  title:
    "synthetic voices: end of turn told, median delay at ≤ 10 % false cut-offs (peer: a silence timer over @echogarden/fvad-wasm)",
  unit: "ms",
  absolute: 300,
  runs: 1,
  needsNoSink: true,
};

const percent = (share) => `${(share * 100).toFixed(1)} %`;
const late = (ms) => (Number.isFinite(ms) ? `${ms.toFixed(0)} ms` : "not before the next sound");
const told = (point) =>
  point === undefined ? "none within 10 %" : `${point.p50.toFixed(0)} ms at ${percent(point.falseCuts)}`;

export function ours() {
  const folder = hear();
  const found = best(ourCurve(folder, "melody"));
  return {
    figure: found?.p50 ?? Infinity,
    notes: [
      `on the clock of the sound; on the listener's, behind network and jitter buffer, ${found?.wallP50.toFixed(0)} ms`,
      `threshold ${found?.threshold}, ${percent(found?.falseCuts)} of pauses cut off, 90th percentile ${late(found?.p90)}`,
      `without prosody ${told(best(ourCurve(folder, "lengths")))}`,
      `a timer over an energy detector ${told(best(energyTimer(folder)))}`,
      `a timer over perfect voice activity ${told(best(perfectTimer(folder)))}`,
    ],
  };
}

export async function peer({ stranger }) {
  const { href } = pathToFileURL(stranger.resolve("@echogarden/fvad-wasm"));
  const { default: createFvad } = await import(href);
  return { figure: best(await webrtcTimer(hear(), createFvad))?.p50 ?? Infinity };
}
