/** Loaded at the first call, as `sdk/first-use.ts` says. */
export { readActivity } from "./activity-payload.js";
