/** Loaded at the first call, as `sdk/first-use.ts` says: what the token file needs. */
export { FileLock } from "./file-lock.js";
export { parseStoredTokens } from "./token-store.js";
