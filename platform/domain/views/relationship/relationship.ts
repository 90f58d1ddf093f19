import type {
  GameRelationshipPayload,
  RelationshipChangePayload,
  RelationshipPayload,
  Snowflake,
} from "sdkpp/wire";
import type { Relationship } from "../../records/relationship/relationship.js";
import type { User } from "../../records/user/user.js";
import { hasAuthorized } from "../../world/oauth2/grants.js";
import type { OAuth2World } from "../../world/oauth2/oauth2-world.js";
import { userView } from "../user/user.js";

/** A platform relationship as the owner's sessions of an application see it. */
export function relationshipView(
  world: OAuth2World,
  relationship: Relationship,
  other: User,
  applicationId: Snowflake,
): RelationshipPayload {
  const { type, isSpamRequest, note } = relationship;
  return {
    id: other.id,
    type,
    user: userView(other),
    nickname: null,
    user_ignored: false,
    is_spam_request: isSpamRequest ?? false,
    since: timestamp(relationship.since),
    has_played_game: hasAuthorized(world, applicationId, other.id),
    ...(note === undefined ? {} : { note }),
  };
}

/** A platform relationship that is over. */
export function relationshipEndView({ otherId, type, since }: Relationship): RelationshipChangePayload {
  return { id: otherId, type, nickname: null, user_ignored: false, since: timestamp(since) };
}

/** @param other undefined: without the user, as over HTTP and at the end */
export function gameRelationshipView(
  { realm, ownerId, otherId, type, since }: Relationship,
  other?: User,
): GameRelationshipPayload {
  return {
    id: otherId,
    application_id: realm,
    type,
    since: timestamp(since),
    dm_access_type: 0,
    user_id: ownerId,
    ...(other === undefined ? {} : { user: userView(other) }),
  };
}

function timestamp(unixMs: number): string {
  return new Date(unixMs).toISOString();
}
