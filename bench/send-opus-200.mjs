// Cost of a frame that is sent as it is, with 200 streams in one process.
import { LEAN_PEER, sendOpus } from "./support/send-opus.mjs";

export const about = {
  title: "pre-encoded Opus sent, 200 streams, per frame",
  unit: "µs CPU",
  peerRatio: 0.22,
  leanPeer: LEAN_PEER,
  leanPeerRatio: 0.5,
  floorRatio: 1.4,
  expectedPerSecond: 200 * 50,
};
export const { floor, leanPeer, ours, peer } = sendOpus(200);
