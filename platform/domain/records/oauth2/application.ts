import type { Snowflake } from "sdkpp/wire";

/** Bits of an application's `flags`. */
export const ApplicationFlag = {
  PublicOAuth2Client: 1 << 8,
  GatewayPresence: 1 << 12,
  GatewayGuildMembers: 1 << 14,
  GatewayMessageContent: 1 << 18,
} as const;

/** A game or a bot, as its developer registered it. */
export interface Application {
  readonly id: Snowflake;
  readonly name: string;
  readonly description: string;
  readonly flags: number;
  readonly redirectUris: readonly string[];
  readonly verifyKey: string;
  readonly ownerId?: Snowflake;
  readonly secretHash?: string;
  readonly botUserId?: Snowflake;
  /** SHA-256 of its bot's token, which is not kept. */
  readonly botTokenHash?: string;
  /** Scopes that need approval and have it. */
  readonly approvedScopes?: readonly string[];
  /** Its bot's sessions get channels that it does not see in the hidden form; false unless set. */
  readonly hidesChannels?: boolean;
}

export function isPublicClient(application: Application): boolean {
  return (application.flags & ApplicationFlag.PublicOAuth2Client) !== 0;
}

export function applicationIndex(application: Application): Record<string, string> {
  return application.botTokenHash === undefined ? {} : { botToken: application.botTokenHash };
}
