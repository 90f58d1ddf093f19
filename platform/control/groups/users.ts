import type { Snowflake } from "sdkpp/wire";
import { PLATFORM } from "../../domain/records/relationship/relationship.js";
import type { PrimaryGuild, User } from "../../domain/records/user/user.js";
import { becomeFriends } from "../../domain/rules/relationship/relationships.js";
import { removeIdentity, setIdentity } from "../../domain/rules/user/application-identities.js";
import { banUser, unbanUser } from "../../domain/rules/user/bans.js";
import { deleteUser } from "../../domain/rules/user/deletion.js";
import { renameUser, setAvatar, showTag } from "../../domain/rules/user/users.js";
import { gameRealmOf } from "../../domain/world/oauth2/families.js";
import type { World } from "../../domain/world/world.js";
import { optional } from "../../guard/arguments.js";
import * as inputs from "../inputs.js";
import { knownGuild, knownUser } from "../known.js";
import type { NewApplicationIdentity, NewUser } from "../new-records.js";
import { Registry } from "../registry.js";
import { perform, settle, type RuleParts } from "../settling.js";

/** Accounts, and what they are in games. */
export class ControlUsers {
  readonly #parts: RuleParts;

  /** @internal */
  constructor(parts: RuleParts) {
    this.#parts = parts;
  }

  /** Creates an account; it has no friends and is in no server. */
  create(input: NewUser): User {
    return new Registry(this.#parts.world).createUser(input);
  }

  /** All accounts, bots and guests of games too; oldest first. */
  list(): User[] {
    return this.#parts.world.users.all();
  }

  /** An account. @throws {RangeError} when it does not exist */
  get(userId: Snowflake): User {
    return knownUser(this.#parts.world, "userId", userId);
  }

  /**
   * Deletes an account, as its owner does in the app: its tokens are revoked, its gateway sessions close with 4004, it leaves its
   * servers and lobbies and loses its friends and conversations. What it has written elsewhere stays, by a deleted user.
   * @throws {RangeError} when the user does not exist, owns a server, or is the bot of an application
   */
  remove(userId: Snowflake): void {
    const user = knownUser(this.#parts.world, "userId", userId);
    settle(this.#parts, (world) => deleteUser(world, user));
  }

  /** Changes a user's display name. @throws {RangeError} when the user does not exist */
  rename(userId: Snowflake, globalName: string | null): void {
    knownUser(this.#parts.world, "userId", userId);
    inputs.nullableName("globalName", globalName);
    perform(this.#parts, (world) => renameUser(world, userId, globalName));
  }

  /**
   * Changes a user's picture.
   * @param image data URI of a PNG, JPEG, GIF or WebP picture of at most 10 MiB; null: none
   * @throws {RangeError} when the user does not exist, or the text is no such picture
   */
  setAvatar(userId: Snowflake, image: string | null): void {
    knownUser(this.#parts.world, "userId", userId);
    const picture = image === null ? null : inputs.picture("image", image);
    perform(this.#parts, (world) => setAvatar(world, userId, picture));
  }

  /**
   * Lets a user show the tag of a guild it is in, or none.
   * @param guildId null: none
   * @throws {RangeError} when the user or guild does not exist, the guild has no tag, or the user is not in it
   */
  setPrimaryGuild(userId: Snowflake, guildId: Snowflake | null): void {
    knownUser(this.#parts.world, "userId", userId);
    const tag = guildId === null ? undefined : tagOf(this.#parts.world, guildId, userId);
    perform(this.#parts, (world) => showTag(world, userId, tag));
  }

  /**
   * Bans an account from the platform: revokes its tokens in every game, closes its gateway sessions with 4004, and prevents
   * new logins.
   * @throws {RangeError} when the user does not exist
   */
  ban(userId: Snowflake): void {
    knownUser(this.#parts.world, "userId", userId);
    perform(this.#parts, (world) => banUser(world, userId));
  }

  /** Lifts a ban; the account can log in again. @throws {RangeError} when the user does not exist */
  unban(userId: Snowflake): void {
    knownUser(this.#parts.world, "userId", userId);
    unbanUser(this.#parts.world, userId);
  }

  /**
   * Makes two users friends without a request, regardless of their current relationship.
   * @param applicationId the game in which they become friends; default: friends on the platform
   * @throws {RangeError} when a user does not exist or already has the maximum number of friends
   */
  makeFriends(left: Snowflake, right: Snowflake, applicationId?: Snowflake): void {
    for (const [name, value] of Object.entries({ left, right })) knownUser(this.#parts.world, name, value);
    const game = optional("applicationId", applicationId, inputs.id);
    const realm = game === undefined ? PLATFORM : gameRealmOf(this.#parts.world, game);
    settle(this.#parts, (world) => becomeFriends(world, left, right, realm));
  }

  /**
   * Sets a user's identity in a game, replacing an earlier one, and notifies users who see this user. Another user of the game
   * with the same external id loses that identity.
   * @throws {RangeError} when the application or user does not exist, or a text is too long
   */
  setIdentity(applicationId: Snowflake, userId: Snowflake, identity: NewApplicationIdentity): void {
    inputs.id("applicationId", applicationId);
    inputs.id("userId", userId);
    const made = new Registry(this.#parts.world).applicationIdentity(applicationId, userId, identity);
    perform(this.#parts, (world) => setIdentity(world, made));
  }

  /** Removes a user's identity in a game; has no effect when there is none. */
  removeIdentity(applicationId: Snowflake, userId: Snowflake): void {
    inputs.id("applicationId", applicationId);
    inputs.id("userId", userId);
    perform(this.#parts, (world) => removeIdentity(world, applicationId, userId));
  }
}

/** @throws {RangeError} when this user cannot show the guild's tag */
function tagOf(world: World, guildId: Snowflake, userId: Snowflake): PrimaryGuild {
  const { memberIds, tag } = knownGuild(world, guildId);
  if (!memberIds.includes(userId))
    throw new RangeError(`guildId: expected a guild with user ${userId} as a member, received ${guildId}`);
  if (tag === undefined)
    throw new RangeError(`guildId: expected a guild created with a tag, received ${guildId}`);
  return { guildId, tag: tag.text, badge: tag.badge };
}
