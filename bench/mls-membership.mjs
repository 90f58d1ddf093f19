// What does a change of members cost the one who commits it? Beside it: the same for those who follow and who join.
import { membership } from "./support/mls-membership.mjs";

export const about = {
  title: "proposals checked and committed, one leaves and one joins, 25 members (peer: @snazzah/davey)",
  unit: "ms",
  peerRatio: 1,
  needsNoSink: true,
};
export const { ours, peer } = membership("proposals", 25);
