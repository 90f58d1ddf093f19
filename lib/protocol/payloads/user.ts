import { UserFlag } from "../../wire/index.js";
import { asId, asInteger, asObject, asString } from "../checked.js";

/** A user whose fields have been checked. */
export interface CheckedUser {
  id: bigint;
  username: string;
  globalName: string | undefined;
  avatar: string | undefined;
  isProvisional: boolean;
}

/** @returns undefined when `value` is not a complete user object (not just `{id}`) */
export function parseUser(value: unknown): CheckedUser | undefined {
  const user = asObject(value);
  const username = asString(user?.["username"]);
  // Presences carry the id alone, so the name decides first.
  const id = username === undefined ? undefined : asId(user?.["id"]);
  if (user === undefined || id === undefined || username === undefined) return undefined;
  const flags = asInteger(user["public_flags"], 0, Number.MAX_SAFE_INTEGER) ?? 0;
  return {
    id,
    username,
    globalName: asString(user["global_name"]),
    avatar: asString(user["avatar"]),
    // Flags may have more than the 32 bits that `&` takes.
    isProvisional: Math.floor(flags / UserFlag.ProvisionalAccount) % 2 === 1,
  };
}
