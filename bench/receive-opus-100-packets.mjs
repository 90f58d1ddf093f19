// Cost of a received packet through the callback door, with 100 speakers whose packets come together.
import { receiveOpus } from "./support/receive-opus.mjs";

export const about = {
  title: "received packet opened and handed to a callback, 100 speakers, in bursts of 20 ms",
  unit: "µs CPU",
  peerRatio: 1 / 4,
  limit: "1.3 × wake-ups + receive and open",
  expectedPerSecond: 100 * 50,
};
export const { floor, ours, peer } = receiveOpus({ burst: true, byCallback: true });
