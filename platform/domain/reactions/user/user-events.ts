import { GatewayEvent } from "sdkpp/wire";
import type { FactOf } from "../../facts/facts.js";
import { ownUserView } from "../../views/user/user.js";
import { listeningApplications } from "../../world/presence/listening-applications.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";

/** USER_UPDATE to the user's own sessions. */
export function userChanged(world: World, { user }: FactOf<"userChanged">): Dispatch[] {
  return listeningApplications(world, user.id).map((applicationId) =>
    // Without scopes: the e-mail address is not part of this.
    dispatch(GatewayEvent.UserUpdate, ownUserView(user, new Set()), {
      to: "users",
      applicationId,
      userIds: [user.id],
    }),
  );
}
