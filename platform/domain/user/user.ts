import type { Snowflake, UserPayload } from "sdkpp/wire";

/** A person or a bot account. */
export interface User {
  readonly id: Snowflake;
  readonly username: string;
  readonly globalName: string | null;
  readonly bot: boolean;
  readonly email?: string;
  /** The platform believes its friend requests are spam. */
  readonly spammer?: boolean;
  /** Takes no friend requests. */
  readonly refusesFriendRequests?: boolean;
  /** No token of it is good, in no game; false unless set. */
  readonly banned?: boolean;
}

/** Stands for an account that is gone, so that what it left behind stays readable. */
export function deletedUser(id: Snowflake): User {
  return { id, username: "deleted_user", globalName: null, bot: false };
}

/** A user as others see it. */
export function userView(user: User): UserPayload & Record<string, unknown> {
  return {
    id: user.id,
    username: user.username,
    discriminator: "0",
    global_name: user.globalName,
    avatar: null,
    avatar_decoration_data: null,
    collectibles: null,
    banner: null,
    accent_color: null,
    bot: user.bot,
    flags: 0,
    public_flags: 0,
    primary_guild: null,
  };
}

/**
 * A user as it sees itself.
 * @param scopes undefined for bots, which see all but the e-mail address
 */
export function ownUserView(user: User, scopes: ReadonlySet<string> | undefined): UserPayload {
  const view = { ...userView(user), locale: "en-US", mfa_enabled: false, premium_type: 0, verified: true };
  if (scopes?.has("email") !== true) return view;
  return { ...view, email: user.email ?? null };
}
