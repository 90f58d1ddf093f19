// Processor time of listening to one speaker, beyond decoding: frames, voice probability, pitch.
import { earCost, hear } from "./conversation/measured.mjs";

export const about = {
  title: "an ear, per block of 20 ms of one speaker (0.5 % of a core are 100 µs)",
  unit: "µs",
  absolute: 100,
  runs: 1,
  needsNoSink: true,
};

export const ours = () => ({ figure: earCost(hear()) });
