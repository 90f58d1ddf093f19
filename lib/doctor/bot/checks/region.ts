import { ok, type Finding } from "../../finding.js";
import type { Place } from "../place.js";

/** Where the voice server of the channel is. */
export function checkRegion({ channel }: Place): Finding {
  return ok("region", channel.region ?? "chosen automatically when the first member joins");
}
