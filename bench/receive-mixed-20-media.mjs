// The media thread's part of receive-mixed-20, against decoding and adding up in a bare loop.
export { floor, oursOnMediaThread as ours } from "./support/receive-mixed.mjs";

export const about = {
  title: "received, jitter-buffered, decoded, mixed, 20 speakers, per packet, on the media thread",
  unit: "µs CPU",
  floorRatio: 1.6,
  expectedPerSecond: 20 * 50,
};
