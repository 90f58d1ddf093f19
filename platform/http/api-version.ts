/** Start of every address of the API. */
export const API_PATH = "/api";
/** Start of the addresses that stand for the legacy host. */
export const LEGACY_API_PATH = "/legacy/api";

/** Versions 8 and 9 and an absent version are aliases of 10 (H§1.2). */
const SERVED_VERSION = /^\/api\/v(?:8|9|10)(?=\/|\?|$)/;
/** The legacy host serves no version from 10 on. */
const SERVED_BY_LEGACY = /^\/legacy\/api(?:\/v(?:8|9))?(?=\/(?!v[0-9])|\?|$)/;
const ANY_VERSION = /^(?:\/legacy)?\/api\/v[0-9]+(?:\/|\?|$)/;

/** `/api/v10/gateway` and `/legacy/api/v9/gateway` → `/api/gateway`, so that each route exists once; others stay as they are. */
export const withoutVersion = (url: string): string =>
  url.replace(SERVED_VERSION, API_PATH).replace(SERVED_BY_LEGACY, API_PATH);

/** @param url as the client wrote it */
export const hasUnknownVersion = (url: string): boolean =>
  ANY_VERSION.test(url) && !SERVED_VERSION.test(url) && !SERVED_BY_LEGACY.test(url);

/** @param url as the client wrote it */
export const isOfLegacyHost = (url: string): boolean => url.startsWith(`${LEGACY_API_PATH}/`);

/** `@me` and `@original` as libraries encode them; up to the query. */
const ENCODED_LITERAL = /^([^?#]*?\/)%40(me|original)(?=[/?#]|$)/i;

/** `/users/%40me` → `/users/@me`: the router compares the literals of a path before it decodes them. */
export const withPlainLiterals = (url: string): string =>
  url.includes("%40")
    ? url.replace(ENCODED_LITERAL, (_all, start: string, name: string) => `${start}@${name.toLowerCase()}`)
    : url;
