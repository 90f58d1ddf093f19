import type { Snowflake } from "sdkpp/wire";
import type { PresenceWorld } from "./presence-world.js";

/** The applications in which a user hears events: over the main gateway, or through a desktop app. */
export function listeningApplications(world: PresenceWorld, userId: Snowflake): Snowflake[] {
  return [...new Set([...world.live.applicationsOf(userId), ...world.desktopGames.applicationsOf(userId)])];
}
