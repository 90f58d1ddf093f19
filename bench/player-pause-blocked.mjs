// How soon is a pause on the wire when JavaScript is blocked for 100 of every 200 ms?
import { pausing } from "./support/player-pause.mjs";

export const about = {
  title: "pause of a player to the first packet of silence, main thread blocked 100 of 200 ms, p95",
  unit: "ms",
  absolute: 45,
  isPacing: true,
};

export const { ours, peer } = pausing({ isBlocked: true });
