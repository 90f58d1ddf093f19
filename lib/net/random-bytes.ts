/** Cryptographically random bytes, each of them independent. */
export { randomBytes } from "node:crypto";
