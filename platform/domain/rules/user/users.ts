import type { Snowflake, UserPayload } from "sdkpp/wire";
import { grantKey } from "../../records/grant-key.js";
import { memberOf } from "../../records/lobby/lobby.js";
import type { ImageData } from "../../records/picture/image-data.js";
import { avatarSlot } from "../../records/picture/picture-slots.js";
import type { PrimaryGuild, User } from "../../records/user/user.js";
import { userView } from "../../views/user/user.js";
import type { LobbyWorld } from "../../world/lobby/lobby-world.js";
import { findDmChannel } from "../../world/message/dm-channels.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { PictureWorld } from "../../world/picture/picture-world.js";
import { replacePicture } from "../../world/picture/pictures.js";
import type { DigestPort } from "../../world/ports.js";
import type { RelationshipWorld } from "../../world/relationship/relationship-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import type { Fact } from "../../facts/facts.js";
import { unknownUser } from "../faults.js";
import { done, type Result } from "../outcome.js";

/**
 * `GET /users/{id}`: bots see every user; a player sees users in a relationship, users of its conversations, and members of
 * its lobbies (H§4).
 */
export function getUser(
  world: LobbyWorld & MessageWorld & UserWorld & RelationshipWorld,
  actor: Actor,
  userId: Snowflake,
): Result<UserPayload> {
  const user = world.users.get(userId);
  const isSeen = actor.kind === "bot" || userId === actor.user.id || isAcquainted(world, actor, userId);
  return user === undefined || !isSeen ? unknownUser() : done(userView(user));
}

function isAcquainted(
  world: LobbyWorld & MessageWorld & RelationshipWorld,
  { user, application }: Actor,
  otherId: Snowflake,
): boolean {
  if (world.relationships.listBy("pair", `${user.id}:${otherId}`).length > 0) return true;
  if (findDmChannel(world, user.id, otherId) !== undefined) return true;
  const lobbies = world.lobbies.listBy("member", grantKey(application.id, user.id));
  return lobbies.some((lobby) => memberOf(lobby, otherId) !== undefined);
}

/** Changes the name that others see; nothing happens to an unknown user. */
export function renameUser(world: UserWorld, userId: Snowflake, globalName: string | null): Fact[] {
  const before = world.users.get(userId);
  if (before === undefined) return [];
  return changeUser(world, { ...before, globalName });
}

/** Changes a user's picture; nothing happens to an unknown user. @param image null: none */
export function setAvatar(
  world: UserWorld & PictureWorld & DigestPort,
  userId: Snowflake,
  image: ImageData | null,
): Fact[] {
  const before = world.users.get(userId);
  if (before === undefined) return [];
  const avatar = replacePicture(world, avatarSlot(userId), image);
  return changeUser(world, { ...withoutAvatar(before), ...(avatar !== null && { avatar }) });
}

function withoutAvatar({ avatar: _shown, ...user }: User): User {
  return user;
}

/** Shows the tag of a guild beside the user's name; nothing happens to an unknown user. @param tag undefined: none */
export function showTag(world: UserWorld, userId: Snowflake, tag: PrimaryGuild | undefined): Fact[] {
  const user = world.users.get(userId);
  if (user === undefined) return [];
  return changeUser(world, { ...withoutTag(user), ...(tag && { primaryGuild: tag }) });
}

function withoutTag({ primaryGuild: _shown, ...user }: User): User {
  return user;
}

function changeUser(world: UserWorld, user: User): Fact[] {
  world.users.put(user);
  return [{ kind: "userChanged", user }];
}
