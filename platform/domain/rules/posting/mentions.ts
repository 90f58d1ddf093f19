import type { Snowflake } from "sdkpp/wire";
import { idsNamed, usersNamed, type MessageMentions } from "../../records/message/mentions.js";

/** Which names in a text mention; a kind in `parse` stands for all of that kind. */
export interface AllowedMentions {
  readonly parse?: readonly ("users" | "roles" | "everyone")[] | null | undefined;
  readonly users?: readonly (string | number)[] | null | undefined;
  readonly roles?: readonly (string | number)[] | null | undefined;
  readonly replied_user?: boolean | null | undefined;
}

/** The mentions that a text may make at all. */
export interface Callable {
  /** Roles of the guild that its author may call. */
  readonly roleIds: readonly Snowflake[];
  readonly mayCallEveryone: boolean;
  readonly isUser: (id: Snowflake) => boolean;
  /** The author of the answered message. */
  readonly answeredId?: Snowflake | undefined;
}

const ROLE = /<@&([0-9]{1,20})>/g;
const EVERYONE = /@(?:everyone|here)\b/;

/**
 * The mentions of a text: all that it names, unless the author allowed only some. The answered author is mentioned too, unless
 * that is not allowed.
 */
export function mentionsIn(
  content: string,
  allowed: AllowedMentions | null | undefined,
  callable: Callable,
): MessageMentions {
  const users = usersNamed(content)
    .filter(callable.isUser)
    .filter((id) => isAllowed(allowed, "users", id));
  const roles = idsNamed(content, ROLE).filter(
    (id) => callable.roleIds.includes(id) && isAllowed(allowed, "roles", id),
  );
  const everyone =
    callable.mayCallEveryone && EVERYONE.test(content) && (allowed?.parse?.includes("everyone") ?? !allowed);
  const answers = allowed == null ? true : (allowed.replied_user ?? false);
  const answered = answers && callable.answeredId !== undefined ? [callable.answeredId] : [];
  return { userIds: [...new Set([...users, ...answered])], roleIds: roles, everyone };
}

/** The kinds that are allowed as a whole and one by one, which contradicts itself. */
export function contradictions(allowed: AllowedMentions | null | undefined): ("users" | "roles")[] {
  return (["users", "roles"] as const).filter(
    (kind) => allowed?.parse?.includes(kind) === true && (allowed[kind]?.length ?? 0) > 0,
  );
}

function isAllowed(allowed: AllowedMentions | null | undefined, kind: "users" | "roles", id: Snowflake) {
  if (allowed == null || allowed.parse?.includes(kind) === true) return true;
  return allowed[kind]?.some((one) => String(one) === id) ?? false;
}
