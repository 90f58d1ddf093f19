import type { IdentityProvider, Snowflake } from "sdkpp/wire";
import { ApplicationFlag } from "../domain/records/oauth2/application.js";
import type { ConnectionType } from "../domain/records/user/connection.js";
import { ChannelType } from "../domain/records/guild/guild.js";

export interface NewApplication {
  readonly name: string;
  readonly description?: string;
  /** Default `http://127.0.0.1/callback`; loopback URIs match any port. */
  readonly redirectUris?: readonly string[];
  /** Whether a client without a secret may use the code grant; default true. */
  readonly isPublic?: boolean;
  /** Whether its bot's sessions get channels that it does not see in the hidden form, as if they asked for it; default false. */
  readonly hidesChannels?: boolean;
  /** Lets the client authenticate; default none. */
  readonly secret?: string;
  readonly ownerId?: Snowflake;
  /** Privileges of its bot: privileged intents and access to message content; default all. */
  readonly privileges?: readonly Privilege[];
  /** Further bits of its `flags`; those above 30 appear in `flags_new` only. Default none. */
  readonly flags?: bigint;
  /** Whether its players may have provisional accounts; default true. */
  readonly provisionalAccounts?: boolean;
  /** The OpenID Connect issuer whose ID tokens identify its players, and the audience of these tokens; default none. */
  readonly oidc?: { readonly issuer: string; readonly audience: string };
  /**
   * Whether it has full access; default false, as of a game in development, whose players together may create and join 100 lobbies,
   * change 100, send 100 messages in lobbies and 100 to each other, and link 20 channels in two hours.
   */
  readonly isApproved?: boolean;
  /** Scopes that it may request though they need approval, such as `identify.premium`; default none. */
  readonly approvedScopes?: readonly string[];
}

export type Privilege = keyof typeof PRIVILEGES;

export const PRIVILEGES = {
  members: ApplicationFlag.GatewayGuildMembers,
  presences: ApplicationFlag.GatewayPresence,
  messageContent: ApplicationFlag.GatewayMessageContent,
} as const;

export const PRIVILEGE_NAMES = Object.keys(PRIVILEGES) as Privilege[];

/** A user's identity in a game and how the game displays it. */
export interface NewApplicationIdentity {
  /** 1–1024 characters */
  readonly externalId: string;
  /** Default `DISCORD_BOT`: the game's own server vouches for the identity. */
  readonly providerType?: IdentityProvider;
  readonly providerId?: string;
  readonly preferredGlobalName?: string;
  /** At most 1024 characters. */
  readonly username?: string;
  /** At most 25 pairs; 1024 characters for each key and value. */
  readonly metadata?: Readonly<Record<string, string>>;
  readonly avatarHash?: string;
}

/** A player without an account of the platform. */
export interface NewGuest {
  /** The player's id in the game; 1–1024 characters. */
  readonly externalId: string;
  /** The name that others see; 1–32 characters. Default: the generated username. */
  readonly displayName?: string;
}

export interface NewUser {
  readonly username: string;
  readonly globalName?: string;
  readonly email?: string;
  /** Whether its friend requests are marked as spam; default false. */
  readonly spammer?: boolean;
  /** Whether it has confirmed its email address; default true. Who has not cannot send friend requests. */
  readonly isVerified?: boolean;
  /** Whether it rejects friend requests; default false. */
  readonly refusesFriendRequests?: boolean;
  /** Subscription: 0 none, 1 classic, 2 full, 3 basic; default 0. */
  readonly premiumType?: 0 | 1 | 2 | 3;
  /** Accounts of other services; default none. */
  readonly connections?: readonly NewConnection[];
}

/** An account of another service. */
export interface NewConnection {
  /** Such as `steam`. */
  readonly type: ConnectionType;
  readonly id: string;
  readonly name: string;
  /** Default true. */
  readonly verified?: boolean;
  /** Whether others see it; default false. */
  readonly isVisible?: boolean;
}

export interface NewChannel {
  readonly name: string;
  readonly kind: "text" | "voice" | "stage" | "category" | "announcement";
  /** Maximum number of users in a call; default 0: no limit */
  readonly userLimit?: number;
  /** Name of its category, which must precede it in the list. */
  readonly category?: string;
  readonly topic?: string;
  /** Age-restricted; default false. */
  readonly nsfw?: boolean;
  readonly overwrites?: readonly NewOverwrite[];
  /** The application that made it; null: `application_id` is shown, and names none. */
  readonly applicationId?: Snowflake | null;
}

/** Permissions of everyone (`@everyone`), a role (by name) or a member (by id) in one channel. */
export interface NewOverwrite {
  readonly for: "@everyone" | { readonly role: string } | { readonly userId: Snowflake };
  /** Bits of `Permission` of `sdkpp/wire`; default none. */
  readonly allow?: bigint;
  readonly deny?: bigint;
}

export interface NewRole {
  readonly name: string;
  /** Bits of `Permission` of `sdkpp/wire`. */
  readonly permissions: bigint;
  readonly memberIds?: readonly Snowflake[];
  /** Whether it belongs to an application's bot; default false. */
  readonly managed?: boolean;
  /** One to three colours, 0xRRGGBB; more than one needs the feature `ENHANCED_ROLE_COLORS`. Default none. */
  readonly colors?: readonly number[];
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
  /** Permissions of everyone (`@everyone`), bits of `Permission`; default those of a new server. */
  readonly everyone?: bigint;
  /** Hash of its banner; default none. */
  readonly banner?: string;
  /** Names of features, such as `ENHANCED_ROLE_COLORS`; default none. */
  readonly features?: readonly string[];
  /** How far it is boosted; default 0. Files may be larger from level 2 on. */
  readonly premiumTier?: 0 | 1 | 2 | 3;
  /** The tag that members can show beside their names, 1–4 characters; default none. */
  readonly tag?: string;
}
