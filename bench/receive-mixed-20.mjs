// Cost of a received packet that is heard: jitter buffer, decoder and mix here; decoder alone there.
export { ours, peer } from "./support/receive-mixed.mjs";

export const about = {
  title: "received, jitter-buffered, decoded, mixed, 20 speakers, per packet (peer: decoded only)",
  unit: "µs CPU",
  peerRatio: 0.5,
  expectedPerSecond: 20 * 50,
};
