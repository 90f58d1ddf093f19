import type { IdentityProvider, Snowflake } from "sdkpp/wire";
import { ApplicationFlag } from "../domain/records/oauth2/application.js";
import { ChannelType } from "../domain/records/guild/guild.js";

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

export const PRIVILEGES = {
  members: ApplicationFlag.GatewayGuildMembers,
  presences: ApplicationFlag.GatewayPresence,
  messageContent: ApplicationFlag.GatewayMessageContent,
} as const;

export const PRIVILEGE_NAMES = Object.keys(PRIVILEGES) as Privilege[];

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

export const CHANNEL_TYPES = {
  text: ChannelType.GuildText,
  voice: ChannelType.GuildVoice,
  stage: ChannelType.GuildStageVoice,
  category: ChannelType.GuildCategory,
  announcement: ChannelType.GuildAnnouncement,
} as const;

export const CHANNEL_KINDS = Object.keys(CHANNEL_TYPES) as NewChannel["kind"][];

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
