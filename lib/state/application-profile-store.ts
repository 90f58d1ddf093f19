import type { IdentityProvider } from "../wire/index.js";
import { replaceAll } from "./replace-all.js";
import { isDeepEqual } from "./equality.js";

/** A user's profile in this game. */
export interface ApplicationProfileRecord {
  userId: bigint;
  username: string;
  metadata: string;
  avatarHash: string;
  providerType: IdentityProvider | "none" | "unknown";
  providerId: string | undefined;
  providerIssuedUserId: string;
}

/** The profiles that users have in this game: at most one each. */
export class ApplicationProfileStore {
  readonly #profiles = new Map<bigint, ApplicationProfileRecord>();
  #isLoaded = false;

  get(userId: bigint): ApplicationProfileRecord | undefined {
    return this.#profiles.get(userId);
  }

  /** Whether a complete set has arrived. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  clear(): void {
    this.#profiles.clear();
    this.#isLoaded = false;
  }

  /** Replaces all profiles with the complete set of a new session. @returns the users whose profile changed */
  replaceAll(profiles: readonly ApplicationProfileRecord[]): bigint[] {
    this.#isLoaded = true;
    return replaceAll(this, this.#profiles.keys(), profiles);
  }

  /** @returns whether the profile changed */
  put(profile: ApplicationProfileRecord): boolean {
    const before = this.#profiles.get(profile.userId);
    this.#profiles.set(profile.userId, profile);
    return before === undefined || !isDeepEqual(before, profile);
  }

  /** @returns whether the user had a profile */
  delete(userId: bigint): boolean {
    return this.#profiles.delete(userId);
  }
}
