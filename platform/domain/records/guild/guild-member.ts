import type { Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";

/** Bits of a member's `flags`. */
export const MemberFlag = {
  DidRejoin: 1 << 0,
  BypassesVerification: 1 << 2,
  /** Because of its names; the guild's record has it. */
  AutomodQuarantinedUsername: 1 << 7,
} as const;

/**
 * A guild's data about a user besides the membership itself, which the guild's record has. A member without a record joined
 * when the guild was made.
 */
export interface GuildMember {
  readonly guildId: Snowflake;
  readonly userId: Snowflake;
  /** Unix milliseconds; default: when the guild was made */
  readonly joinedAt?: number;
  readonly nick?: string;
  /** Hash of the picture that it has in this guild only. */
  readonly avatar?: string;
  readonly banner?: string;
  readonly bio?: string;
  /** For everybody in a call, and in its next ones; false unless set. */
  readonly mute?: boolean;
  readonly deaf?: boolean;
  /** Bits of {@link MemberFlag}. */
  readonly flags?: number;
  /** Was a member once and is none now; nothing else is kept then. */
  readonly hasLeft?: true;
}

/** A field may be removed by undefined. */
export type MemberFields = {
  readonly [K in Exclude<keyof GuildMember, "guildId" | "userId">]?: GuildMember[K] | undefined;
};

export function memberKey(guildId: Snowflake, userId: Snowflake): string {
  return `${guildId}:${userId}`;
}

export function keyOfMember({ guildId, userId }: GuildMember): string {
  return memberKey(guildId, userId);
}

export function memberIndex({ guildId }: GuildMember): IndexValues {
  return { guild: guildId };
}
