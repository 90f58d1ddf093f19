// The same with packets that come one by one, as they do from a network.
import { receiveOpus } from "./support/receive-opus.mjs";

export const about = {
  title: "received packet opened and handed out, 100 speakers, spread over 20 ms",
  unit: "µs CPU",
  peerRatio: 1 / 3.3,
  limit: "1.3 × wake-ups + receive and open",
  expectedPerSecond: 100 * 50,
};
export const { floor, ours, peer } = receiveOpus({ burst: false });
