import { IDENTITY_PROVIDERS, type IdentityProvider } from "../../wire/index.js";
import { asArray, asId, asObject, asString, type JsonObject } from "../checked.js";

/** How this game shows a user, checked. */
export interface CheckedApplicationProfile {
  userId: bigint;
  username: string;
  /** the game's own text */
  metadata: string;
  avatarHash: string;
  /** "unknown": one that this SDK does not know; "none": the message names none */
  providerType: IdentityProvider | "none" | "unknown";
  providerId: string | undefined;
  providerIssuedUserId: string;
}

/** USER_APPLICATION_IDENTITY_UPDATE. */
export function parseApplicationIdentityUpdate(value: unknown): CheckedApplicationProfile | undefined {
  const userId = parseApplicationIdentityRemove(value);
  return userId === undefined ? undefined : parseProfile(userId, value);
}

/** The user whose identity USER_APPLICATION_IDENTITY_REMOVE removes. */
export function parseApplicationIdentityRemove(value: unknown): bigint | undefined {
  return asId(asObject(value)?.["user_id"]);
}

/** READY's map; of a user with several the first, which is the only one that this game gives. */
export function parseApplicationProfiles(value: unknown): CheckedApplicationProfile[] {
  return Object.entries(asObject(value) ?? {}).flatMap(([key, profiles]) => {
    const userId = asId(key);
    const [first] = asArray(profiles) ?? [];
    return userId === undefined ? [] : (parseProfile(userId, first) ?? []);
  });
}

function parseProfile(userId: bigint, value: unknown): CheckedApplicationProfile | undefined {
  const profile = asObject(value);
  if (profile === undefined) return undefined;
  const externalId = asObject(profile["external_id"]);
  return {
    userId,
    username: asString(profile["username"]) ?? "",
    metadata: asString(profile["metadata"]) ?? "",
    avatarHash: asString(profile["avatar_hash"]) ?? "",
    providerType: providerOf(externalId),
    providerId: asString(externalId?.["provider_id"]),
    providerIssuedUserId: asString(externalId?.["provider_issued_user_id"]) ?? "",
  };
}

function providerOf(externalId: JsonObject | undefined): CheckedApplicationProfile["providerType"] {
  const named = externalId?.["provider_type"];
  if (named === undefined || named === null) return "none";
  return IDENTITY_PROVIDERS.find((provider) => provider === named) ?? "unknown";
}
