// Cost that end-to-end encryption adds to a sent frame, with 200 streams in one process. Compare `send-opus-200`.
import { LEAN_PEER, sendOpus } from "./support/send-opus.mjs";

export const about = {
  title: "pre-encoded Opus sent end-to-end encrypted, 200 streams, per frame",
  unit: "µs CPU",
  peerRatio: 0.22,
  leanPeer: LEAN_PEER,
  leanPeerRatio: 0.5,
  floorRatio: 1.4,
  expectedPerSecond: 200 * 50,
};
export const { floor, leanPeer, ours, peer } = sendOpus(200, { e2ee: true });
