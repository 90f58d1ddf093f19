import type { ActivityPayload, RpcRelationshipPayload, RpcUserPayload } from "sdkpp/wire";
import type { Relationship } from "../domain/records/relationship/relationship.js";
import { deletedUser, type User } from "../domain/records/user/user.js";
import { presenceView } from "../domain/views/presence/presence.js";
import type { Viewer } from "../domain/views/presence/visibility.js";
import type { World } from "../domain/world/world.js";

/** A user as RPC shows it. */
export function rpcUserView(user: User): RpcUserPayload {
  return {
    id: user.id,
    username: user.username,
    discriminator: "0",
    global_name: user.globalName,
    avatar: user.avatar ?? null,
    avatar_decoration_data: null,
    bot: user.bot,
    flags: 0,
    premium_type: user.premiumType ?? 0,
  };
}

/** A relationship with what the other user does; `activity` is the newest one, of the viewer's game if there is one. */
export function rpcRelationshipView(
  world: World,
  viewer: Viewer,
  { otherId, type }: Pick<Relationship, "otherId" | "type">,
): RpcRelationshipPayload {
  const { status, activities } = presenceView(world, viewer, otherId);
  const user = rpcUserView(world.users.get(otherId) ?? deletedUser(otherId));
  return { type, user, presence: { status, activity: shownActivity(viewer, activities) } };
}

function shownActivity({ applicationId }: Viewer, activities: readonly ActivityPayload[]) {
  return activities.find((one) => one.application_id === applicationId) ?? activities[0] ?? null;
}
