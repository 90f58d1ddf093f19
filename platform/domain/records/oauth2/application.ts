import type { Snowflake, WebAddress } from "sdkpp/wire";
import type { UrlMapping } from "../activity/url-mapping.js";
import type { EventWebhooks } from "./event-webhooks.js";

/** Bits of an application's `flags`. */
export const ApplicationFlag = {
  PublicOAuth2Client: 1 << 8,
  GatewayPresence: 1 << 12,
  GatewayPresenceLimited: 1 << 13,
  GatewayGuildMembers: 1 << 14,
  GatewayGuildMembersLimited: 1 << 15,
  /** It has an activity. */
  Embedded: 1 << 17,
  GatewayMessageContent: 1 << 18,
  GatewayMessageContentLimited: 1 << 19,
} as const;

/** A privilege that was approved; the next higher bit is its limited form. */
export type PrivilegeFlag =
  | typeof ApplicationFlag.GatewayPresence
  | typeof ApplicationFlag.GatewayGuildMembers
  | typeof ApplicationFlag.GatewayMessageContent;

/** Flags that an application may change itself: the limited forms of the privileges. */
export const LIMITED_FLAGS =
  ApplicationFlag.GatewayPresenceLimited |
  ApplicationFlag.GatewayGuildMembersLimited |
  ApplicationFlag.GatewayMessageContentLimited;

/** The scopes and permissions of an installation link. */
export interface InstallParams {
  readonly scopes: readonly string[];
  /** Bits of `Permission`, decimal. */
  readonly permissions: string;
}

/** How the application is installed in one context. */
export interface InstallationConfig {
  readonly installParams?: InstallParams | undefined;
}

/** An OpenID Connect issuer, and what its tokens for this application name as audience. */
export interface OidcSettings {
  readonly issuer: string;
  readonly audience: string;
}

/** A game or a bot, as its developer registered it. */
export interface Application {
  readonly id: Snowflake;
  readonly name: string;
  readonly description: string;
  /** Bits 0 to 30. */
  readonly flags: number;
  /** Bits above 30, decimal; none unless set. */
  readonly highFlags?: string;
  readonly redirectUris: readonly string[];
  /** Ed25519 public key, hex; the private one is an `ApplicationKey`. */
  readonly verifyKey: string;
  readonly ownerId?: Snowflake;
  readonly secretHash?: string;
  /** The parent application of its publisher, in which players authorize; none unless set. */
  readonly parentId?: Snowflake;
  readonly botUserId?: Snowflake;
  /** SHA-256 of its bot's token, which is not kept. */
  readonly botTokenHash?: string;
  /** Whether it has full access: the limits of development do not count for it. */
  readonly isApproved?: true;
  /** Scopes that need approval and have it. */
  readonly approvedScopes?: readonly string[];
  /** Hash of its picture. */
  readonly icon?: string | undefined;
  /** Hash of the picture that invites show unless they have one. */
  readonly coverImage?: string | undefined;
  readonly tags?: readonly string[];
  readonly explicitContentFilter?: number;
  /** Most players in one party; -1: no limit. */
  readonly maxParticipants?: number | undefined;
  readonly installParams?: InstallParams | undefined;
  /** Contexts in which it can be installed, by `InstallationContext`; servers only unless set. */
  readonly installationConfigs?: Readonly<Partial<Record<"0" | "1", InstallationConfig>>>;
  readonly customInstallUrl?: string | undefined;
  readonly roleConnectionsUrl?: string | undefined;
  readonly eventWebhooks?: EventWebhooks;
  /** The address for its interactions; they go to its bot unless set. */
  readonly interactionsUrl?: WebAddress | undefined;
  /** When its privileges were approved last, Unix milliseconds; never unless set. */
  readonly privilegesApprovedAt?: number;
  /** How many users it reaches; counted unless set. */
  readonly reachableUsers?: number | undefined;
  /** Whether its players may have accounts without a login of their own; true unless set. */
  readonly provisionalAccounts?: boolean;
  /** The issuer whose ID tokens identify its players; none unless set. */
  readonly oidc?: OidcSettings;
  /** Its bot's sessions get channels that it does not see in the hidden form; false unless set. */
  readonly hidesChannels?: boolean;
  /** The only addresses that its activities reach, in the order in which they are tried. */
  readonly urlMappings?: readonly UrlMapping[];
}

/** Whether it runs in a frame of a client. */
export function hasActivities({ flags }: Application): boolean {
  return (flags & ApplicationFlag.Embedded) !== 0;
}

export function isPublicClient(application: Application): boolean {
  return (application.flags & ApplicationFlag.PublicOAuth2Client) !== 0;
}

/** Whether an application has a privilege in one of its two forms. */
export function hasPrivilege({ flags }: Application, flag: PrivilegeFlag): boolean {
  return (flags & (flag | (flag << 1))) !== 0;
}

/** Contexts in which it can be installed. */
export function installationConfigsOf(
  application: Application,
): Readonly<Partial<Record<"0" | "1", InstallationConfig>>> {
  return application.installationConfigs ?? { "0": {} };
}

/** The id that all games of one publisher share; a game without a parent is its own family. */
export function familyOf({ id, parentId }: Application): Snowflake {
  return parentId ?? id;
}

export function applicationIndex({ botTokenHash, parentId }: Application): Record<string, string> {
  return {
    ...(botTokenHash === undefined ? {} : { botToken: botTokenHash }),
    ...(parentId === undefined ? {} : { parent: parentId }),
  };
}
