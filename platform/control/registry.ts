import type { Snowflake } from "sdkpp/wire";
import { ApplicationFlag, type Application } from "../domain/application.js";
import { ChannelType, type Channel, type Guild } from "../domain/guild.js";
import type { User } from "../domain/user.js";
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
  readonly kind: "text" | "voice" | "stage";
  /** 0, unless given: no limit */
  readonly userLimit?: number;
}

const CHANNEL_TYPES = {
  text: ChannelType.GuildText,
  voice: ChannelType.GuildVoice,
  stage: ChannelType.GuildStageVoice,
} as const;

export interface NewGuild {
  readonly name: string;
  readonly ownerId: Snowflake;
  readonly memberIds?: readonly Snowflake[];
  readonly channels?: readonly NewChannel[];
}

export interface BotAccount {
  readonly userId: Snowflake;
  readonly token: string;
}

const ALL_PRIVILEGES =
  ApplicationFlag.GatewayPresence |
  ApplicationFlag.GatewayGuildMembers |
  ApplicationFlag.GatewayMessageContent;

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
      flags: ALL_PRIVILEGES | (isPublic ? ApplicationFlag.PublicOAuth2Client : 0),
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

  /** Gives an application its bot, or its bot a new token. @throws {RangeError} for an unknown application */
  createBot(applicationId: Snowflake): BotAccount {
    const application = this.#application(applicationId);
    const userId = application.botUserId ?? this.#createBotUser(application);
    const token = this.#botToken(applicationId);
    this.#world.applications.put({ ...application, botUserId: userId, botToken: token });
    return { userId, token };
  }

  createGuild(input: NewGuild): Guild {
    const channels = (input.channels ?? []).map((channel, position) => this.#channel(channel, position));
    const memberIds = [...new Set([input.ownerId, ...(input.memberIds ?? [])])];
    const guild = {
      id: this.#world.ids.next(),
      name: input.name,
      ownerId: input.ownerId,
      channels,
      memberIds,
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

  #channel(input: NewChannel, position: number): Channel {
    const type = CHANNEL_TYPES[input.kind];
    return { id: this.#world.ids.next(), type, name: input.name, position, userLimit: input.userLimit ?? 0 };
  }

  #application(id: Snowflake): Application {
    const application = this.#world.applications.get(id);
    if (application === undefined) throw new RangeError(`There is no application ${id}.`);
    return application;
  }
}
