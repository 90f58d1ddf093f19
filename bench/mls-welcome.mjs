// Cost of joining a large call.
import { membership } from "./support/mls-membership.mjs";

export const about = {
  title: "welcome checked and joined, 50 members (peer: @snazzah/davey)",
  unit: "ms",
  peerRatio: 1,
  needsNoSink: true,
};
export const { ours, peer } = membership("welcome", 50);
