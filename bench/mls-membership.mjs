// Cost of a change of members for the committer, for the members who follow, and for those who join.
import { membership } from "./support/mls-membership.mjs";

export const about = {
  title: "proposals checked and committed, one leaves and one joins, 25 members (peer: @snazzah/davey)",
  unit: "ms",
  peerRatio: 1,
  needsNoSink: true,
};
export const { ours, peer } = membership("proposals", 25);
