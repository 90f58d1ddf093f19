import {
  APPLICATION_PROFILE_USERNAME_MAX,
  EXTERNAL_ID_MAX,
  MESSAGE_METADATA_KEYS_MAX,
  MESSAGE_METADATA_LENGTH_MAX,
  OverwriteType,
  type IdentityProvider,
  type Snowflake,
} from "sdkpp/wire";
import type { ApplicationIdentity } from "../domain/user/application-identity.js";
import { ApplicationFlag, type Application } from "../domain/application.js";
import { ChannelType, type Channel, type Guild, type Overwrite, type Role } from "../domain/guild/guild.js";
import type { User } from "../domain/user/user.js";
import type { World } from "../domain/world.js";

export interface NewApplication {
  readonly name: string;
  readonly description?: string;
  /** `http://127.0.0.1/callback` unless given; loopback ones match any port. */
  readonly redirectUris?: readonly string[];
  /** Whether a client without a secret may use the code grant; true unless given. */
  readonly isPublic?: boolean;
  /** With a secret the client can authenticate; none unless given. */
  readonly secret?: string;
  readonly ownerId?: Snowflake;
  /** What its bot is trusted with: the intents it may ask for, and reading what people write; all unless given. */
  readonly privileges?: readonly Privilege[];
}

export type Privilege = keyof typeof PRIVILEGES;

const PRIVILEGES = {
  members: ApplicationFlag.GatewayGuildMembers,
  presences: ApplicationFlag.GatewayPresence,
  messageContent: ApplicationFlag.GatewayMessageContent,
} as const;

/** Who a user is to a game, and how the game shows it. */
export interface NewApplicationIdentity {
  /** 1–1024 characters */
  readonly externalId: string;
  /** `DISCORD_BOT` unless given: the game's own server vouches for it. */
  readonly providerType?: IdentityProvider;
  readonly providerId?: string;
  readonly preferredGlobalName?: string;
  /** At most 1024 characters. */
  readonly username?: string;
  /** At most 25 pairs; 1024 characters for each key and value. */
  readonly metadata?: Readonly<Record<string, string>>;
  readonly avatarHash?: string;
}

export interface NewUser {
  readonly username: string;
  readonly globalName?: string;
  readonly email?: string;
  /** Whether its friend requests are taken for spam; false unless given. */
  readonly spammer?: boolean;
  /** Whether it takes no friend requests; false unless given. */
  readonly refusesFriendRequests?: boolean;
}

export interface NewChannel {
  readonly name: string;
  readonly kind: "text" | "voice" | "stage" | "category" | "announcement";
  /** 0, unless given: no limit */
  readonly userLimit?: number;
  /** Name of the category it stands in, which comes before it in the list. */
  readonly category?: string;
  readonly topic?: string;
  /** Age-restricted; false unless given. */
  readonly nsfw?: boolean;
  readonly overwrites?: readonly NewOverwrite[];
}

/** What @everyone, a role (by name) or a member (by id) may and may not in one channel. */
export interface NewOverwrite {
  readonly for: "@everyone" | { readonly role: string } | { readonly userId: Snowflake };
  /** Bits of `Permission` of `sdkpp/wire`; none unless given. */
  readonly allow?: bigint;
  readonly deny?: bigint;
}

export interface NewRole {
  readonly name: string;
  /** Bits of `Permission` of `sdkpp/wire`. */
  readonly permissions: bigint;
  readonly memberIds?: readonly Snowflake[];
  /** Whether it belongs to an application's bot; false unless given. */
  readonly managed?: boolean;
}

const CHANNEL_TYPES = {
  text: ChannelType.GuildText,
  voice: ChannelType.GuildVoice,
  stage: ChannelType.GuildStageVoice,
  category: ChannelType.GuildCategory,
  announcement: ChannelType.GuildAnnouncement,
} as const;

export interface NewGuild {
  readonly name: string;
  readonly ownerId: Snowflake;
  readonly memberIds?: readonly Snowflake[];
  readonly channels?: readonly NewChannel[];
  /** Lowest first. */
  readonly roles?: readonly NewRole[];
  /** What @everyone may, bits of `Permission`; what a new server allows unless given. */
  readonly everyone?: bigint;
}

export interface BotAccount {
  readonly userId: Snowflake;
  readonly token: string;
}

const ALL_PRIVILEGES: readonly Privilege[] = ["members", "presences", "messageContent"];

/** Registers what a developer portal would: applications, accounts, servers. */
export class Registry {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  createApplication(input: NewApplication): Application {
    const { ids, random, digest } = this.#world;
    const isPublic = input.isPublic ?? true;
    const application: Application = {
      id: ids.next(),
      name: input.name,
      description: input.description ?? "",
      flags: flagsOf(input.privileges ?? ALL_PRIVILEGES, isPublic),
      redirectUris: input.redirectUris ?? ["http://127.0.0.1/callback"],
      verifyKey: Buffer.from(random.token(32)).toString("hex"),
      ...(input.ownerId === undefined ? {} : { ownerId: input.ownerId }),
      ...(input.secret === undefined ? {} : { secretHash: digest.sha256(input.secret) }),
    };
    this.#world.applications.put(application);
    return application;
  }

  createUser(input: NewUser): User {
    const user: User = {
      id: this.#world.ids.next(),
      username: input.username,
      globalName: input.globalName ?? null,
      bot: false,
      ...(input.email === undefined ? {} : { email: input.email }),
      ...(input.spammer === true ? { spammer: true } : {}),
      ...(input.refusesFriendRequests === true ? { refusesFriendRequests: true } : {}),
    };
    this.#world.users.put(user);
    return user;
  }

  /** @throws {RangeError} for an application or a user that does not exist, and for texts that are too long */
  applicationIdentity(
    applicationId: Snowflake,
    userId: Snowflake,
    input: NewApplicationIdentity,
  ): ApplicationIdentity {
    this.#application(applicationId);
    if (this.#world.users.get(userId) === undefined) throw new RangeError(`There is no user ${userId}.`);
    const { externalId, username = null, metadata } = input;
    checkLength("externalId", externalId, 1, EXTERNAL_ID_MAX);
    checkLength("username", username ?? "", 0, APPLICATION_PROFILE_USERNAME_MAX);
    checkPairs("metadata", metadata ?? {});
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

  /** Gives an application its bot, or its bot a new token. @throws {RangeError} for an unknown application */
  createBot(applicationId: Snowflake): BotAccount {
    const application = this.#application(applicationId);
    const userId = application.botUserId ?? this.#createBotUser(application);
    const token = this.#botToken(applicationId);
    this.#world.applications.put({ ...application, botUserId: userId, botToken: token });
    return { userId, token };
  }

  /** @throws {RangeError} for an overwrite or a category that names nothing of the guild */
  createGuild(input: NewGuild): Guild {
    const id = this.#world.ids.next();
    const roles = (input.roles ?? []).map((role, index) => this.#role(role, index + 1));
    const channels: Channel[] = [];
    for (const channel of input.channels ?? []) channels.push(this.#channel(channel, id, roles, channels));
    const guild: Guild = {
      id,
      name: input.name,
      ownerId: input.ownerId,
      channels,
      memberIds: [...new Set([input.ownerId, ...(input.memberIds ?? [])])],
      roles,
      ...(input.everyone === undefined ? {} : { everyone: String(input.everyone) }),
    };
    this.#world.guilds.put(guild);
    return guild;
  }

  #createBotUser(application: Application): Snowflake {
    const username = application.name
      .toLowerCase()
      .replaceAll(/[^a-z0-9._]+/g, "_")
      .slice(0, 32);
    const user: User = { id: this.#world.ids.next(), username, globalName: null, bot: true };
    this.#world.users.put(user);
    return user.id;
  }

  /** Three parts with dots, as libraries expect that split a token (H§2.5). */
  #botToken(applicationId: Snowflake): string {
    const { random } = this.#world;
    return `${Buffer.from(applicationId).toString("base64url")}.${random.token(6)}.${random.token(27)}`;
  }

  #role(input: NewRole, position: number): Role {
    const { name, permissions, memberIds = [], managed = false } = input;
    return {
      id: this.#world.ids.next(),
      name,
      permissions: String(permissions),
      position,
      managed,
      memberIds,
    };
  }

  #channel(
    input: NewChannel,
    guildId: Snowflake,
    roles: readonly Role[],
    before: readonly Channel[],
  ): Channel {
    const { kind, name, userLimit = 0, category, topic, nsfw, overwrites } = input;
    return {
      id: this.#world.ids.next(),
      type: CHANNEL_TYPES[kind],
      name,
      position: before.length,
      userLimit,
      ...(category === undefined ? {} : { parentId: categoryOf(category, before).id }),
      ...(topic === undefined ? {} : { topic }),
      ...(nsfw === undefined ? {} : { nsfw }),
      ...(overwrites && { overwrites: overwrites.map((one) => overwriteOf(one, guildId, roles)) }),
    };
  }

  #application(id: Snowflake): Application {
    const application = this.#world.applications.get(id);
    if (application === undefined) throw new RangeError(`There is no application ${id}.`);
    return application;
  }
}

function checkLength(name: string, text: string, min: number, max: number): void {
  if (text.length >= min && text.length <= max) return;
  throw new RangeError(`${name}: expected ${min} to ${max} characters, received ${text.length}`);
}

function checkPairs(name: string, pairs: Readonly<Record<string, string>>): void {
  const { length } = Object.keys(pairs);
  if (length > MESSAGE_METADATA_KEYS_MAX)
    throw new RangeError(`${name}: expected at most ${MESSAGE_METADATA_KEYS_MAX} pairs, received ${length}`);
  for (const [key, value] of Object.entries(pairs)) {
    checkLength(`${name}: a key`, key, 0, MESSAGE_METADATA_LENGTH_MAX);
    checkLength(`${name}.${key}`, value, 0, MESSAGE_METADATA_LENGTH_MAX);
  }
}

function categoryOf(name: string, channels: readonly Channel[]): Channel {
  const found = channels.find((one) => one.name === name && one.type === ChannelType.GuildCategory);
  if (found === undefined) throw new RangeError(`There is no category "${name}" before this channel.`);
  return found;
}

function overwriteOf(input: NewOverwrite, guildId: Snowflake, roles: readonly Role[]): Overwrite {
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
