import {
  BLOCKS_MAX,
  FRIENDS_MAX,
  RelationshipType,
  type GameRelationshipPayload,
  type RelationshipPayload,
  type Snowflake,
} from "sdkpp/wire";
import { familyOf } from "../../records/oauth2/application.js";
import { PLATFORM, type Realm } from "../../records/relationship/relationship.js";
import type { User } from "../../records/user/user.js";
import { gameRelationshipView, relationshipView } from "../../views/relationship/relationship.js";
import type { LobbyWorld } from "../../world/lobby/lobby-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import { hasAuthorized } from "../../world/oauth2/grants.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { OAuth2World } from "../../world/oauth2/oauth2-world.js";
import type { ClockPort } from "../../world/ports.js";
import type { PresenceWorld } from "../../world/presence/presence-world.js";
import type { RelationshipWorld } from "../../world/relationship/relationship-world.js";
import { isBlocked, relationshipsOf, typeBetween } from "../../world/relationship/relationships.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { unknownUser } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { change, putBlock, endOthersSide, putRelationship, removeRelationship } from "./changes.js";
import {
  alreadyFriends,
  friendLimitReached,
  requestBlocked,
  requestsNotAccepted,
  requestToSelf,
  tooManyBlocks,
  unknownUsername,
  unverified,
} from "./faults.js";

/** The slices of the world that these rules use. */
type Touched = ApplicationWorld &
  LobbyWorld &
  UserWorld &
  RelationshipWorld &
  PresenceWorld &
  OAuth2World &
  ClockPort;

const { Friend, Blocked, PendingIncoming, PendingOutgoing } = RelationshipType;

/**
 * `PUT …/{user}` without a type: asks, or accepts where the other has asked.
 * @param note for the other to read
 */
export function befriend(
  world: Touched,
  actor: Actor,
  realm: Realm,
  otherId: Snowflake,
  note?: string | null,
): Result<undefined> {
  const other = findOther(world, actor, otherId);
  if (other instanceof Fault) return other;
  if (isBlocked(world, actor.user.id, otherId)) return requestBlocked();
  switch (typeBetween(world, realm, actor.user.id, otherId)) {
    case Friend:
      return alreadyFriends();
    case PendingIncoming:
      return becomeFriends(world, actor.user.id, otherId, realm);
    case PendingOutgoing:
      return done(undefined);
    default:
      return ask(world, actor.user, realm, other, note ?? undefined);
  }
}

/** `POST`: the same by user name, which is unique and compared without regard to case. */
export function befriendByName(
  world: Touched,
  actor: Actor,
  realm: Realm,
  username: string,
  note?: string | null,
): Result<undefined> {
  const other = world.users.first("username", username.toLowerCase());
  if (other === undefined || !isReachable(world, realm, other.id)) return unknownUsername();
  return befriend(world, actor, realm, other.id, note);
}

/** `PUT …/{user}` with type 1: only where the other has asked. */
export function acceptRequest(
  world: Touched,
  actor: Actor,
  realm: Realm,
  otherId: Snowflake,
): Result<undefined> {
  const other = findOther(world, actor, otherId);
  if (other instanceof Fault) return other;
  const type = typeBetween(world, realm, actor.user.id, otherId);
  if (type === Friend) return alreadyFriends();
  return type === PendingIncoming ? becomeFriends(world, actor.user.id, otherId, realm) : unknownUser();
}

/**
 * `PUT /users/@me/relationships/{user}` with type 2: ends everything between the two, in every application.
 * The other user's block stays.
 */
export function block(world: Touched, actor: Actor, otherId: Snowflake): Result<undefined> {
  const other = findOther(world, actor, otherId);
  if (other instanceof Fault) return other;
  const { id } = actor.user;
  if (typeBetween(world, PLATFORM, id, otherId) === Blocked) return done(undefined);
  if (countOf(world, id, Blocked) >= BLOCKS_MAX) return tooManyBlocks();
  return change(world, id, otherId, () => putBlock(world, id, otherId));
}

/** `DELETE …/{user}`: unfriends, cancels, rejects or unblocks; without a relationship nothing happens. */
export function drop(world: Touched, actor: Actor, realm: Realm, otherId: Snowflake): Result<undefined> {
  const other = findOther(world, actor, otherId);
  if (other instanceof Fault) return other;
  const { id } = actor.user;
  return change(world, id, otherId, () => [
    ...removeRelationship(world, realm, id, otherId),
    ...endOthersSide(world, realm, id, otherId),
  ]);
}

/** Makes two users friends without a request, for tests and fixtures. */
export function becomeFriends(
  world: Touched,
  left: Snowflake,
  right: Snowflake,
  realm: Realm,
): Result<undefined> {
  if (realm === PLATFORM && [left, right].some((id) => countOf(world, id, Friend) >= FRIENDS_MAX))
    return friendLimitReached();
  return change(world, left, right, () => [
    ...putRelationship(world, { realm, ownerId: left, otherId: right, type: Friend }),
    ...putRelationship(world, { realm, ownerId: right, otherId: left, type: Friend }),
  ]);
}

/** `GET /users/@me/relationships`: friends only; the rest is in READY (H§7). */
export function listFriends(
  world: UserWorld & RelationshipWorld & OAuth2World,
  actor: Actor,
): RelationshipPayload[] {
  return relationshipsOf(world, PLATFORM, actor.user.id).flatMap((one) => {
    const other = one.type === Friend ? world.users.get(one.otherId) : undefined;
    return other === undefined ? [] : [relationshipView(world, one, other, actor.application.id)];
  });
}

/** `GET /users/@me/game-relationships`: all of this application's. */
export function listGameRelationships(world: RelationshipWorld, actor: Actor): GameRelationshipPayload[] {
  return relationshipsOf(world, familyOf(actor.application), actor.user.id).map((one) =>
    gameRelationshipView(one),
  );
}

function findOther(world: UserWorld, actor: Actor, otherId: Snowflake): User | Fault {
  if (otherId === actor.user.id) return requestToSelf();
  return world.users.get(otherId) ?? unknownUser();
}

/** To an application, a user who has not authorized it does not exist. */
function isReachable(world: OAuth2World, realm: Realm, userId: Snowflake): boolean {
  return realm === PLATFORM || hasAuthorized(world, realm, userId);
}

function ask(
  world: Touched,
  asking: User,
  realm: Realm,
  asked: User,
  note: string | undefined,
): Result<undefined> {
  if (!isReachable(world, realm, asked.id)) return unknownUser();
  if (asked.bot || asked.refusesFriendRequests === true) return requestsNotAccepted();
  if (asking.isUnverified === true) return unverified();
  // Who has asked a thousand people has to wait for them.
  const friends = countOf(world, asking.id, Friend) + countOf(world, asking.id, PendingOutgoing);
  if (realm === PLATFORM && friends >= FRIENDS_MAX) return friendLimitReached();
  return change(world, asking.id, asked.id, () => [
    ...putRelationship(world, { realm, ownerId: asking.id, otherId: asked.id, type: PendingOutgoing }),
    ...putRelationship(world, {
      realm,
      ownerId: asked.id,
      otherId: asking.id,
      type: PendingIncoming,
      ...(asking.spammer === true ? { isSpamRequest: true } : {}),
      ...(note === undefined ? {} : { note }),
    }),
  ]);
}

function countOf(world: RelationshipWorld, ownerId: Snowflake, type: RelationshipType): number {
  return relationshipsOf(world, PLATFORM, ownerId).filter((one) => one.type === type).length;
}
