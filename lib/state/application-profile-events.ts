import type { ApplicationProfileRecord } from "./application-profile-store.js";

/** An event about the profiles that users have in this game. */
export type ApplicationProfileEvent =
  /** the complete set of a new session */
  | { type: "profilesReady"; profiles: readonly ApplicationProfileRecord[] }
  | { type: "profile"; profile: ApplicationProfileRecord }
  | { type: "profileRemoved"; userId: bigint };
