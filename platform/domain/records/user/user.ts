import type { Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";
import type { Connection } from "./connection.js";

/** A person or a bot account. */
export interface User {
  readonly id: Snowflake;
  readonly username: string;
  readonly globalName: string | null;
  readonly bot: boolean;
  readonly email?: string;
  /** Hash of its picture. */
  readonly avatar?: string;
  /** Hash of the picture behind its profile. */
  readonly banner?: string;
  /** Accounts of other services that it has connected. */
  readonly connections?: readonly Connection[];
  /** The platform believes its friend requests are spam. */
  readonly spammer?: boolean;
  /** Takes no friend requests. */
  readonly refusesFriendRequests?: boolean;
  /** Whether it has not confirmed its email address. */
  readonly isUnverified?: true;
  /** The application that owns the account, which has no login of its own; a full account has none. */
  readonly provisionalOf?: Snowflake;
  /** The account that it was before that account was banned: it merges with none as long as the ban lasts. */
  readonly restrictedBy?: Snowflake;
  /** No token of it is good, in no game; false unless set. */
  readonly banned?: boolean;
  /** A value of `PremiumType`; none unless set. */
  readonly premiumType?: number;
  /** The guild whose tag it shows. */
  readonly primaryGuild?: PrimaryGuild;
}

/** A guild's tag as its member shows it. */
export interface PrimaryGuild {
  readonly guildId: Snowflake;
  readonly tag: string;
  readonly badge: string;
}

/** User names are unique without regard to case. */
export function userIndex({ username }: User): IndexValues {
  return { username: username.toLowerCase() };
}

/** The author shown for messages of a deleted account. */
export function deletedUser(id: Snowflake): User {
  return { id, username: "deleted_user", globalName: null, bot: false };
}
