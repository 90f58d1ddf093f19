import { GatewayEvent, type Snowflake } from "sdkpp/wire";
import { dispatch, type PlatformEvent } from "./events.js";
import { presenceChanged } from "./presence-events.js";
import { ownUserView } from "./user.js";
import type { World } from "./world.js";

/** Changes the name that others see; nothing happens to a user who does not exist. */
export function renameUser(world: World, userId: Snowflake, globalName: string | null): PlatformEvent[] {
  const before = world.users.get(userId);
  if (before === undefined) return [];
  const user = { ...before, globalName };
  world.users.put(user);
  const own = world.live.applicationsOf(userId).map((applicationId) =>
    // Without a scope: the e-mail address is no part of this.
    dispatch(GatewayEvent.UserUpdate, ownUserView(user, new Set()), {
      to: "users",
      applicationId,
      userIds: [userId],
    }),
  );
  return [...own, ...presenceChanged(world, userId)];
}
