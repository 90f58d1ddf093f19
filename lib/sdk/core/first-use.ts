/** Loaded at the first call, as `sdk/first-use.ts` says. */
export { once } from "./once.js";
