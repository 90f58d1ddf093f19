import type { Snowflake } from "sdkpp/wire";

/** The users and roles that a message mentions. */
export interface MessageMentions {
  readonly userIds: readonly Snowflake[];
  readonly roleIds: readonly Snowflake[];
  readonly everyone: boolean;
}

const USER = /<@!?([0-9]{1,20})>/g;

/** Ids of the users that a text names, each once. */
export function usersNamed(content: string): Snowflake[] {
  return idsNamed(content, USER);
}

export function idsNamed(content: string, pattern: RegExp): Snowflake[] {
  return [...new Set([...content.matchAll(pattern)].map((match) => match[1] ?? ""))];
}
