// Processor time of listening to one speaker, beyond decoding: frames, voice probability, pitch, and the search for own sound.
import { earCost, hear } from "./conversation/measured.mjs";
import { echoCost, hearEchoes } from "./conversation/measured-echo.mjs";

export const about = {
  title: "an ear, per block of 20 ms of one speaker (0.5 % of a core are 100 µs)",
  unit: "µs",
  absolute: 100,
  runs: 1,
  needsNoSink: true,
};

export function ours() {
  const [frames, search] = [earCost(hear()), echoCost(hearEchoes())];
  return {
    figure: frames + search,
    notes: [
      `${frames.toFixed(1)} µs for the frames, and ${search.toFixed(1)} µs for the search, while own sound plays`,
    ],
  };
}
