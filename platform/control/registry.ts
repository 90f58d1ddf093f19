import { OverwriteType, type Snowflake } from "sdkpp/wire";
import type { ApplicationIdentity } from "../domain/records/user/application-identity.js";
import { type Application, ApplicationFlag } from "../domain/records/oauth2/application.js";
import {
  type Channel,
  ChannelType,
  type Guild,
  type Overwrite,
  type Role,
  type RoleColors,
} from "../domain/records/guild/guild.js";
import type { Connection } from "../domain/records/user/connection.js";
import type { User } from "../domain/records/user/user.js";
import { createDefaultEntryPoint } from "../domain/rules/command/commands.js";
import type { World } from "../domain/world/world.js";
import * as inputs from "./inputs.js";
import {
  CHANNEL_TYPES,
  PRIVILEGES,
  type NewApplication,
  type NewApplicationIdentity,
  type NewChannel,
  type NewConnection,
  type NewGuild,
  type NewOverwrite,
  type NewRole,
  type NewUser,
  type Privilege,
} from "./new-records.js";

export interface BotAccount {
  readonly userId: Snowflake;
  readonly token: string;
}

/** The feature of a guild whose roles may have more than one colour. */
const GRADIENTS = "ENHANCED_ROLE_COLORS";
/** Bits that `flags` holds; the others are in `flags_new` only. */
const LOW_FLAGS = 0x7fff_ffffn;
/** A new application can be installed in servers and by users. */
const EVERYWHERE = { "0": {}, "1": {} } as const;
const ALL_PRIVILEGES: readonly Privilege[] = ["members", "presences", "messageContent"];

/** Creates what a developer portal would: applications, accounts, servers. Rejects invalid input with its name. */
export class Registry {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  createApplication(input: NewApplication): Application {
    inputs.newApplication(input);
    const isPublic = input.isPublic ?? true;
    const { ids, digest, signatures } = this.#world;
    const { publicKey, privateKey } = signatures.makeKeys();
    const flags = BigInt(flagsOf(input.privileges ?? ALL_PRIVILEGES, isPublic)) | (input.flags ?? 0n);
    const highFlags = flags & ~LOW_FLAGS;
    const application: Application = {
      id: ids.next(),
      name: input.name,
      description: input.description ?? "",
      flags: Number(flags & LOW_FLAGS),
      ...(highFlags === 0n ? {} : { highFlags: String(highFlags) }),
      redirectUris: input.redirectUris ?? ["http://127.0.0.1/callback"],
      verifyKey: publicKey,
      installationConfigs: EVERYWHERE,
      ...(input.hidesChannels === true ? { hidesChannels: true } : {}),
      ...(input.ownerId === undefined ? {} : { ownerId: input.ownerId }),
      ...(input.secret === undefined ? {} : { secretHash: digest.sha256(input.secret) }),
      ...(input.provisionalAccounts === false ? { provisionalAccounts: false } : {}),
      ...(input.oidc && { oidc: { issuer: input.oidc.issuer, audience: input.oidc.audience } }),
      ...(input.isApproved === true ? { isApproved: true } : {}),
      ...(input.approvedScopes === undefined ? {} : { approvedScopes: [...input.approvedScopes] }),
    };
    this.#world.store.transaction(() => {
      this.#world.applications.put(application);
      createDefaultEntryPoint(this.#world, application);
      this.#world.applicationKeys.put({ applicationId: application.id, privateKey });
    });
    return application;
  }

  /** Changes what a developer sets in the portal and no operation does. @throws {RangeError} when the application does not exist */
  changeApplication(id: Snowflake, change: (application: Application) => Application): Application {
    return this.#world.store.transaction(() => {
      const after = change(this.#application(id));
      this.#world.applications.put(after);
      return after;
    });
  }

  createUser(input: NewUser): User {
    inputs.newUser(input);
    const user: User = {
      id: this.#world.ids.next(),
      username: input.username,
      globalName: input.globalName ?? null,
      bot: false,
      ...(input.email === undefined ? {} : { email: input.email }),
      ...(input.spammer === true ? { spammer: true } : {}),
      ...(input.isVerified === false ? { isUnverified: true } : {}),
      ...(input.refusesFriendRequests === true ? { refusesFriendRequests: true } : {}),
      ...(input.premiumType === undefined ? {} : { premiumType: input.premiumType }),
      ...(input.connections && { connections: input.connections.map(connectionOf) }),
    };
    this.#world.users.put(user);
    return user;
  }

  /** @throws {RangeError} when the application or user does not exist */
  applicationIdentity(
    applicationId: Snowflake,
    userId: Snowflake,
    input: NewApplicationIdentity,
  ): ApplicationIdentity {
    this.#application(applicationId);
    if (this.#world.users.get(userId) === undefined) throw new RangeError(`There is no user ${userId}.`);
    inputs.newIdentity(input);
    const { externalId, username = null, metadata } = input;
    return {
      applicationId,
      userId,
      externalId,
      username,
      providerType: input.providerType ?? "DISCORD_BOT",
      providerId: input.providerId ?? null,
      preferredGlobalName: input.preferredGlobalName ?? null,
      metadata: metadata === undefined ? null : { ...metadata },
      data: null,
      avatarHash: input.avatarHash ?? null,
    };
  }

  /** Creates an application's bot, or its new token. @throws {RangeError} when the application does not exist */
  createBot(applicationId: Snowflake): BotAccount {
    inputs.applicationId("applicationId", applicationId);
    const application = this.#application(applicationId);
    const userId = application.botUserId ?? this.#createBotUser(application);
    const token = this.#botToken(applicationId);
    const botTokenHash = this.#world.digest.sha256(token);
    this.#world.applications.put({ ...application, botUserId: userId, botTokenHash });
    return { userId, token };
  }

  /** @throws {RangeError} when an overwrite or a category refers to something that the guild does not have */
  createGuild(input: NewGuild): Guild {
    inputs.newGuild(input);
    const id = this.#world.ids.next();
    const features = [...(input.features ?? [])];
    const roles = (input.roles ?? []).map((role, index) => this.#role(role, index + 1, features));
    const channels: Channel[] = [];
    for (const channel of input.channels ?? []) channels.push(this.#channel(channel, id, roles, channels));
    const guild: Guild = {
      id,
      name: input.name,
      ownerId: input.ownerId,
      channels,
      memberIds: [...new Set([input.ownerId, ...(input.memberIds ?? [])])],
      roles,
      features,
      ...(input.everyone === undefined ? {} : { everyone: String(input.everyone) }),
      ...(input.banner === undefined ? {} : { banner: input.banner }),
      ...(input.premiumTier === undefined ? {} : { premiumTier: input.premiumTier }),
      ...(input.tag === undefined ? {} : { tag: { text: input.tag, badge: this.#world.random.token(16) } }),
    };
    this.#world.guilds.put(guild);
    return guild;
  }

  /** Adds a channel after the others. @throws {RangeError} for a category that the guild does not have */
  addChannel(before: Guild, input: NewChannel): { readonly guild: Guild; readonly channel: Channel } {
    inputs.newChannel("channel", input);
    const channel = this.#channel(input, before.id, before.roles ?? [], before.channels);
    const guild = { ...before, channels: [...before.channels, channel] };
    this.#world.guilds.put(guild);
    return { guild, channel };
  }

  /** Adds a role above the others, or members to the one of this name. */
  putRole(before: Guild, input: NewRole): { readonly guild: Guild; readonly role: Role } {
    inputs.newRole("role", input);
    const { roles = [], features = [] } = before;
    const existing = roles.find(({ name }) => name === input.name);
    const memberIds = [...new Set([...(existing?.memberIds ?? []), ...(input.memberIds ?? [])])];
    const role = { ...(existing ?? this.#role(input, roles.length + 1, features)), memberIds };
    const guild = {
      ...before,
      roles: existing ? roles.map((one) => (one === existing ? role : one)) : [...roles, role],
    };
    this.#world.guilds.put(guild);
    return { guild, role };
  }

  /** The account of a bot has the id of its application, as strangers' clients take for granted. */
  #createBotUser(application: Application): Snowflake {
    const username = application.name
      .toLowerCase()
      .replaceAll(/[^a-z0-9._]+/g, "_")
      .slice(0, 32);
    const user: User = { id: application.id, username, globalName: null, bot: true };
    this.#world.users.put(user);
    return user.id;
  }

  /** Three parts joined by dots, because some libraries split tokens (H§2.5). */
  #botToken(applicationId: Snowflake): string {
    const { random } = this.#world;
    return `${Buffer.from(applicationId).toString("base64url")}.${random.token(6)}.${random.token(27)}`;
  }

  #role(input: NewRole, position: number, features: readonly string[]): Role {
    const { name, permissions, memberIds = [], managed = false, colors } = input;
    return {
      id: this.#world.ids.next(),
      name,
      permissions: String(permissions),
      position,
      managed,
      memberIds,
      ...(colors === undefined ? {} : { colors: colorsOf(colors, features) }),
    };
  }

  #channel(
    input: NewChannel,
    guildId: Snowflake,
    roles: readonly Role[],
    before: readonly Channel[],
  ): Channel {
    const { kind, name, userLimit = 0, category, topic, nsfw, overwrites, applicationId } = input;
    return {
      id: this.#world.ids.next(),
      type: CHANNEL_TYPES[kind],
      name,
      position: before.length,
      userLimit,
      ...(category === undefined ? {} : { parentId: categoryOf(category, before).id }),
      ...(topic === undefined ? {} : { topic }),
      ...(nsfw === undefined ? {} : { nsfw }),
      ...(applicationId === undefined ? {} : { applicationId }),
      ...(overwrites && { overwrites: overwrites.map((one) => overwriteOf(one, guildId, roles)) }),
    };
  }

  #application(id: Snowflake): Application {
    const application = this.#world.applications.get(id);
    if (application === undefined)
      throw new RangeError(
        `There is no application ${id}; control.applications.create({ name }) creates one.`,
      );
    return application;
  }
}

function connectionOf({ verified = true, isVisible = false, ...given }: NewConnection): Connection {
  const { type, id, name } = given;
  return { type, id, name, verified, isVisible };
}

function categoryOf(name: string, channels: readonly Channel[]): Channel {
  const found = channels.find((one) => one.name === name && one.type === ChannelType.GuildCategory);
  if (found === undefined) throw new RangeError(`There is no category "${name}" before this channel.`);
  return found;
}

function colorsOf(colors: readonly number[], features: readonly string[]): RoleColors {
  const [primary = 0, secondary = null, tertiary = null] = colors;
  if (colors.length > 3) throw new RangeError(`colors: expected at most 3, received ${colors.length}`);
  if (colors.length > 1 && !features.includes(GRADIENTS))
    throw new RangeError(
      `colors: expected one colour without the feature ${GRADIENTS}, received ${colors.length}`,
    );
  return { primary, secondary, tertiary };
}

/** @throws {RangeError} for a role that is not among them */
export function overwriteOf(input: NewOverwrite, guildId: Snowflake, roles: readonly Role[]): Overwrite {
  const { for: whom, allow = 0n, deny = 0n } = input;
  const bits = { allow: String(allow), deny: String(deny) };
  if (whom === "@everyone") return { id: guildId, type: OverwriteType.Role, ...bits };
  if ("userId" in whom) return { id: whom.userId, type: OverwriteType.Member, ...bits };
  const role = roles.find((one) => one.name === whom.role);
  if (role === undefined) throw new RangeError(`The guild has no role "${whom.role}".`);
  return { id: role.id, type: OverwriteType.Role, ...bits };
}

function flagsOf(privileges: readonly Privilege[], isPublic: boolean): number {
  const granted = privileges.reduce((all, one) => all | PRIVILEGES[one], 0);
  return isPublic ? granted | ApplicationFlag.PublicOAuth2Client : granted;
}
