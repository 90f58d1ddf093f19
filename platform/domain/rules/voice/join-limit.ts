import type { Snowflake } from "sdkpp/wire";
import type { Fact } from "../../facts/facts.js";

/** A user who joins faster than allowed is disconnected. */
export function limitJoin(serverId: Snowflake, userId: Snowflake): Fact[] {
  return [{ kind: "callJoinLimited", serverId, userId }];
}
