/** Start of every address of the API. */
export const API_PATH = "/api";

/** Versions 8 and 9 and an absent version are aliases of 10 (H§1.2). */
const SERVED_VERSION = /^\/api\/v(?:8|9|10)(?=\/|\?|$)/;
const ANY_VERSION = /^\/api\/v[0-9]+(?:\/|\?|$)/;

/** `/api/v10/gateway` → `/api/gateway`, so that each route exists once. Other addresses stay as they are. */
export const withoutVersion = (url: string): string => url.replace(SERVED_VERSION, API_PATH);

/** @param url as the client wrote it */
export const hasUnknownVersion = (url: string): boolean => ANY_VERSION.test(url) && !SERVED_VERSION.test(url);
