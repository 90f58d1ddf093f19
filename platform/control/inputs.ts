import {
  APPLICATION_PROFILE_USERNAME_MAX,
  DISPLAY_NAME_MAX,
  EXTERNAL_ID_MAX,
  GUILD_TAG_MAX,
  GUILD_TAG_MIN,
  IDENTITY_PROVIDERS,
  MESSAGE_METADATA_KEYS_MAX,
  MESSAGE_METADATA_LENGTH_MAX,
  PICTURE_BYTES_MAX,
  POLL_ANSWERS_MAX,
  parseSnowflake,
  type Snowflake,
} from "sdkpp/wire";
import {
  mappingProblem,
  URL_MAPPING_LENGTH_MAX,
  URL_MAPPINGS_MAX,
  type UrlMapping,
} from "../domain/records/activity/url-mapping.js";
import { readImageData, type ImageData } from "../domain/records/picture/image-data.js";
import {
  finiteNumber,
  flag,
  list,
  members,
  mistake,
  oneOf,
  optional,
  text,
  wholeNumber,
} from "../guard/arguments.js";
import { CONNECTION_TYPES } from "../domain/records/user/connection.js";
import { isSendableCode } from "../sockets/closing.js";
import { CHANNEL_KINDS, PRIVILEGE_NAMES } from "./new-records.js";

// Checks the arguments of control before anything changes: a mistake in a test is reported at its place, and never stored.

const NAME_MAX = 1024;
const DIRECTIONS = ["in", "out", "both"] as const;
const IMPAIRMENT_NUMBERS = ["loss", "burst", "delayMs", "jitterMs", "reorder", "duplicate"] as const;
const USER_LIMIT_MAX = 1_000_000;
const PREMIUM_TYPE_MAX = 3;
const COLOR_MAX = 0xffffff;
const REACH_MAX = 1_000_000_000;

/** A decimal string. @throws {ArgumentError} */
export function id(name: string, value: unknown, expected = "an id (a decimal string)"): Snowflake {
  if (typeof value === "string" && parseSnowflake(value) !== undefined) return value;
  throw mistake(typeof value === "string", name, expected, value);
}

/** @throws {ArgumentError} */
export function userId(name: string, value: unknown): Snowflake {
  return id(name, value, "the id of a user, such as the `id` of `control.users.create({ username })`");
}

/** @throws {ArgumentError} */
export function applicationId(name: string, value: unknown): Snowflake {
  return id(
    name,
    value,
    "the id of an application, such as the `id` of `control.applications.create({ name })`",
  );
}

/** A way to end a socket. @throws {ArgumentError} */
export function cut(name: string, value: unknown): void {
  if (value === "reset" || value === "halfopen" || isSendableCode(value)) return;
  const expected = 'a close code (1000–1003, 1007–1014, 3000–4999), "reset" or "halfopen"';
  throw mistake(typeof value === "number" || typeof value === "string", name, expected, value);
}

/** The serial of a record; 0: before the first. @throws {ArgumentError} */
export function serial(name: string, value: unknown): number {
  return wholeNumber(name, value, 0, Number.MAX_SAFE_INTEGER);
}

/** @throws {ArgumentError} */
export function abortSignal(name: string, value: unknown): AbortSignal {
  if (value instanceof AbortSignal) return value;
  throw mistake(false, name, "an AbortSignal", value);
}

/** Ids of answers of a poll. @throws {ArgumentError} */
export function answers(name: string, value: unknown): void {
  list(name, value, (one, answer) => wholeNumber(one, answer, 1, POLL_ANSWERS_MAX));
}

export function nonEmpty(name: string, value: unknown): string {
  return text(name, value, 1, NAME_MAX);
}

export function nullableName(name: string, value: unknown): string | null {
  return value === null ? null : nonEmpty(name, value);
}

/** A data URI of a picture. @throws {ArgumentError} */
export function picture(name: string, value: unknown): ImageData {
  const expected = "a data URI of a PNG, JPEG, GIF or WebP image of at most 10 MiB";
  const image = readImageData(text(name, value));
  if (image === undefined || image.bytes > PICTURE_BYTES_MAX)
    throw mistake(true, name, expected, String(value).slice(0, 40));
  return image;
}

export function flags(name: string, value: unknown): void {
  const { mute, deaf } = members(name, value);
  flag(`${name}.mute`, mute);
  flag(`${name}.deaf`, deaf);
}

/** Checks types only; `checkImpairment` checks the ranges. */
export function impairment(value: unknown): void {
  const given = members("rule", value);
  finiteNumber("seed", given["seed"]);
  for (const name of IMPAIRMENT_NUMBERS) optional(name, given[name], finiteNumber);
  optional("userId", given["userId"], id);
  optional("direction", given["direction"], (name, word) => oneOf(name, word, DIRECTIONS));
}

export function newApplication(value: unknown): void {
  const given = members("input", value);
  nonEmpty("name", given["name"]);
  optional("description", given["description"], text);
  optional("redirectUris", given["redirectUris"], (name, uris) => list(name, uris, nonEmpty));
  optional("isPublic", given["isPublic"], flag);
  optional("hidesChannels", given["hidesChannels"], flag);
  optional("secret", given["secret"], nonEmpty);
  optional("ownerId", given["ownerId"], id);
  optional("privileges", given["privileges"], (name, words) =>
    list(name, words, (each, word) => oneOf(each, word, PRIVILEGE_NAMES)),
  );
  optional("flags", given["flags"], bits);
  optional("provisionalAccounts", given["provisionalAccounts"], flag);
  optional("oidc", given["oidc"], oidc);
  optional("isApproved", given["isApproved"], flag);
  optional("approvedScopes", given["approvedScopes"], (name, scopes) => list(name, scopes, nonEmpty));
}

/** @throws {ArgumentError} */
export function installationHome(value: unknown): {
  userId: Snowflake | undefined;
  guildId: Snowflake | undefined;
  permissions: bigint | undefined;
} {
  const given = members("home", value);
  const ofUser = optional("home.userId", given["userId"], userId);
  const guildId = optional("home.guildId", given["guildId"], id);
  if ((ofUser === undefined) === (guildId === undefined))
    throw mistake(true, "home", "either userId or guildId", value);
  return { userId: ofUser, guildId, permissions: optional("home.permissions", given["permissions"], bits) };
}

/** @throws {ArgumentError} with what is wrong with the first invalid one */
export function urlMappings(name: string, value: unknown): UrlMapping[] {
  const mappings = list(name, value, urlMapping);
  if (mappings.length > URL_MAPPINGS_MAX)
    throw mistake(true, name, `at most ${String(URL_MAPPINGS_MAX)} mappings`, mappings.length);
  const prefixes = mappings.map(({ prefix }) => prefix);
  const repeated = prefixes.find((prefix, index) => prefixes.indexOf(prefix) < index);
  if (repeated !== undefined) throw mistake(true, name, "each prefix once", repeated);
  return mappings;
}

function urlMapping(name: string, value: unknown): UrlMapping {
  const given = members(name, value);
  const mapping = {
    prefix: text(`${name}.prefix`, given["prefix"], 1, URL_MAPPING_LENGTH_MAX),
    target: text(`${name}.target`, given["target"], 1, URL_MAPPING_LENGTH_MAX),
  };
  const problem = mappingProblem(mapping);
  if (problem !== undefined) throw mistake(true, name, `another mapping (${problem})`, mapping);
  return mapping;
}

function oidc(name: string, value: unknown): void {
  const { issuer, audience } = members(name, value);
  nonEmpty(`${name}.issuer`, issuer);
  nonEmpty(`${name}.audience`, audience);
}

export function newGuest(value: unknown): void {
  const given = members("input", value);
  text("externalId", given["externalId"], 1, EXTERNAL_ID_MAX);
  optional("displayName", given["displayName"], (name, shown) => text(name, shown, 1, DISPLAY_NAME_MAX));
}

/** How many users an application reaches; null: as many as are counted. */
export function reach(name: string, value: unknown): number | null {
  return value === null ? null : wholeNumber(name, value, 0, REACH_MAX);
}

export function newUser(value: unknown): void {
  const given = members("input", value, 'an object such as { username: "cyd" }');
  nonEmpty("username", given["username"]);
  optional("globalName", given["globalName"], nonEmpty);
  optional("email", given["email"], nonEmpty);
  optional("spammer", given["spammer"], flag);
  optional("isVerified", given["isVerified"], flag);
  optional("refusesFriendRequests", given["refusesFriendRequests"], flag);
  optional("premiumType", given["premiumType"], (name, type) => wholeNumber(name, type, 0, PREMIUM_TYPE_MAX));
  optional("connections", given["connections"], (name, all) => list(name, all, newConnection));
}

function newConnection(name: string, value: unknown): void {
  const given = members(name, value);
  oneOf(`${name}.type`, given["type"], CONNECTION_TYPES);
  nonEmpty(`${name}.id`, given["id"]);
  nonEmpty(`${name}.name`, given["name"]);
  optional(`${name}.verified`, given["verified"], flag);
  optional(`${name}.isVisible`, given["isVisible"], flag);
}

export function newIdentity(value: unknown): void {
  const given = members("identity", value);
  text("externalId", given["externalId"], 1, EXTERNAL_ID_MAX);
  optional("providerType", given["providerType"], (name, word) => oneOf(name, word, IDENTITY_PROVIDERS));
  for (const name of ["providerId", "preferredGlobalName", "avatarHash"]) optional(name, given[name], text);
  optional("username", given["username"], (name, word) =>
    text(name, word, 0, APPLICATION_PROFILE_USERNAME_MAX),
  );
  optional("metadata", given["metadata"], pairs);
}

export function newGuild(value: unknown): void {
  const given = members("input", value);
  nonEmpty("name", given["name"]);
  id("ownerId", given["ownerId"]);
  optional("memberIds", given["memberIds"], ids);
  optional("channels", given["channels"], (name, all) => list(name, all, newChannel));
  optional("roles", given["roles"], (name, all) => list(name, all, newRole));
  optional("everyone", given["everyone"], bits);
  optional("banner", given["banner"], nonEmpty);
  optional("features", given["features"], (name, names) => list(name, names, nonEmpty));
  optional("premiumTier", given["premiumTier"], (name, tier) => wholeNumber(name, tier, 0, 3));
  optional("tag", given["tag"], (name, tag) => text(name, tag, GUILD_TAG_MIN, GUILD_TAG_MAX));
}

export function newChannel(name: string, value: unknown): void {
  const given = members(name, value);
  nonEmpty(`${name}.name`, given["name"]);
  oneOf(`${name}.kind`, given["kind"], CHANNEL_KINDS);
  optional(`${name}.userLimit`, given["userLimit"], (each, limit) =>
    wholeNumber(each, limit, 0, USER_LIMIT_MAX),
  );
  optional(`${name}.category`, given["category"], nonEmpty);
  optional(`${name}.topic`, given["topic"], text);
  optional(`${name}.nsfw`, given["nsfw"], flag);
  optional(`${name}.overwrites`, given["overwrites"], (each, all) => list(each, all, newOverwrite));
  optional(`${name}.applicationId`, given["applicationId"] ?? undefined, id);
}

function newOverwrite(name: string, value: unknown): void {
  const given = members(name, value);
  optional(`${name}.allow`, given["allow"], bits);
  optional(`${name}.deny`, given["deny"], bits);
  if (given["for"] === "@everyone") return;
  const whom = members(`${name}.for`, given["for"]);
  if (whom["userId"] === undefined) nonEmpty(`${name}.for.role`, whom["role"]);
  else id(`${name}.for.userId`, whom["userId"]);
}

export function newRole(name: string, value: unknown): void {
  const given = members(name, value);
  nonEmpty(`${name}.name`, given["name"]);
  bits(`${name}.permissions`, given["permissions"]);
  optional(`${name}.memberIds`, given["memberIds"], ids);
  optional(`${name}.managed`, given["managed"], flag);
  optional(`${name}.colors`, given["colors"], (each, colors) => list(each, colors, color));
}

function color(name: string, value: unknown): number {
  return wholeNumber(name, value, 0, COLOR_MAX);
}

function ids(name: string, value: unknown): Snowflake[] {
  return list(name, value, id);
}

/** Bits of `Permission`. */
function bits(name: string, value: unknown): bigint {
  if (typeof value === "bigint" && value >= 0n && value < 1n << 64n) return value;
  throw mistake(typeof value === "bigint", name, "a bigint of 64 bits", value);
}

export function pairs(name: string, value: unknown): void {
  const entries = Object.entries(members(name, value));
  if (entries.length > MESSAGE_METADATA_KEYS_MAX)
    throw mistake(true, name, `at most ${MESSAGE_METADATA_KEYS_MAX} pairs`, entries.length);
  for (const [key, word] of entries) {
    text(`${name}: a key`, key, 0, MESSAGE_METADATA_LENGTH_MAX);
    text(`${name}.${key}`, word, 0, MESSAGE_METADATA_LENGTH_MAX);
  }
}
