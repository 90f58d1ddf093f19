// Cost of a frame that is sent as it is, with 200 streams in one process.
import { sendOpus } from "./support/send-opus.mjs";

export const about = {
  title: "pre-encoded Opus sent, 200 streams, per frame",
  unit: "µs CPU",
  peerRatio: 0.22,
  floorRatio: 1.4,
  expectedPerSecond: 200 * 50,
};
export const { floor, ours, peer } = sendOpus(200);
