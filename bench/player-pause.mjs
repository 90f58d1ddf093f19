// How soon is a pause on the wire?
import { pausing } from "./support/player-pause.mjs";

export const about = {
  title: "pause of a player to the first packet of silence, p95",
  unit: "ms",
  absolute: 25,
  isPacing: true,
};

export const { ours, peer } = pausing({ isBlocked: false });
