/** Loaded at the first call, as `sdk/first-use.ts` says: groups, which only encrypted calls have. */
export { OwnGroup } from "./own-group.js";
