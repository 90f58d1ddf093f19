// Cost of a frame that is sent as it is, with one stream.
import { LEAN_PEER, sendOpus } from "./support/send-opus.mjs";

export const about = {
  title: "pre-encoded Opus sent, 1 stream, per frame",
  unit: "µs CPU",
  peerRatio: 0.22,
  leanPeer: LEAN_PEER,
  leanPeerRatio: 0.5,
  floorRatio: 1.2,
  floorPlus: 20,
  expectedPerSecond: 50,
};
export const { floor, leanPeer, ours, peer } = sendOpus(1);
