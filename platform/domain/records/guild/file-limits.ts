import { ATTACHMENT_BYTES_MAX, LARGE_ATTACHMENT_BYTES_MAX } from "sdkpp/wire";
import type { Guild } from "./guild.js";
import type { User } from "../user/user.js";

const MEDIUM = 50 * 1024 * 1024;

/** File limits by boost level of a server, 0 to 3. */
const OF_TIERS = [ATTACHMENT_BYTES_MAX, ATTACHMENT_BYTES_MAX, MEDIUM, LARGE_ATTACHMENT_BYTES_MAX];
/** File limits by a user's subscription: none, classic, full, basic. */
const OF_SUBSCRIPTIONS = [ATTACHMENT_BYTES_MAX, MEDIUM, LARGE_ATTACHMENT_BYTES_MAX, MEDIUM];

/** The size of the largest file, bytes, where somebody may send one: what interactions say, and what is accepted. */
export function fileBytesMax(
  guild: Pick<Guild, "premiumTier"> | undefined,
  user: Pick<User, "premiumType"> | undefined,
): number {
  const ofGuild = OF_TIERS[guild?.premiumTier ?? 0] ?? ATTACHMENT_BYTES_MAX;
  const ofUser = OF_SUBSCRIPTIONS[user?.premiumType ?? 0] ?? ATTACHMENT_BYTES_MAX;
  return Math.max(ofGuild, ofUser);
}
