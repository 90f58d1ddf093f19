import type { OperationName } from "sdkpp/surface";

/** An operation that set something, and its arguments; those of a call without the lobby's id. */
export type Setting = readonly [name: OperationName, ...args: unknown[]];

/** Operations that set something, with how many arguments tell whose it is. */
type Subjects = Partial<Readonly<Record<OperationName, number>>>;

/** Settings of one call. A push-to-talk key is none: a player who let go of it meanwhile would be heard for ever. */
export const CALL_SETTINGS = {
  setSelfMute: 0,
  setSelfDeaf: 0,
  setLocalMute: 1,
  setParticipantVolume: 1,
  setAudioMode: 0,
  setPTTReleaseDelay: 0,
  setVADThreshold: 0,
} as const satisfies Subjects;

/** Settings of all calls. */
export const SOUND_SETTINGS = {
  setSelfMuteAll: 0,
  setSelfDeafAll: 0,
  setInputVolume: 0,
  setOutputVolume: 0,
  setInputDevice: 0,
  setOutputDevice: 0,
  setEchoCancellation: 0,
  setNoiseSuppression: 0,
  setNoiseCancellation: 0,
  setAutomaticGainControl: 0,
  setNoAudioInputThreshold: 0,
} as const satisfies Subjects;

/** The player's own presence. Clearing the activity forgets it. */
export const PRESENCE_SETTINGS = { setOnlineStatus: 0, updateRichPresence: 0 } as const satisfies Subjects;

/** Settings of other users that are kept of a call; the oldest are forgotten. */
const OF_USERS_MAX = 1000;

/** Keeps the newest value of each setting, in the order in which they were set: set again so, they end with the same. */
export class Settings {
  readonly #subjects: Subjects;
  readonly #newest = new Map<string, Setting>();

  constructor(subjects: Subjects, given: readonly Setting[] = []) {
    this.#subjects = subjects;
    for (const [name, ...args] of given) this.set(name, args);
  }

  get list(): Setting[] {
    return [...this.#newest.values()];
  }

  /** @returns whether it is a setting of these */
  set(name: OperationName, args: readonly unknown[]): boolean {
    const subjects = this.#subjects[name];
    if (subjects === undefined) return false;
    const key = keyOf(name, args.slice(0, subjects));
    this.#newest.delete(key);
    this.#newest.set(key, [name, ...args]);
    this.#forgetOldest();
    return true;
  }

  /** @returns whether it was set */
  forget(name: OperationName): boolean {
    return this.#newest.delete(keyOf(name, []));
  }

  #forgetOldest(): void {
    const ofUsers = [...this.#newest].filter(([, [name]]) => this.#subjects[name] !== 0);
    if (ofUsers.length > OF_USERS_MAX) this.#newest.delete(ofUsers[0]?.[0] ?? "");
  }
}

function keyOf(name: OperationName, subjects: readonly unknown[]): string {
  return [name, ...subjects].join();
}
