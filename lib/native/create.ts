import { SdkError } from "../wire/index.js";
import type { NativeAddon, NativeSessionOptions, NativeVoiceSession } from "./addon.js";
import type { NativePlayer, NativePlayerOptions } from "./player.js";

/** @throws {SdkError} MEDIA_OVERLOADED: the media threads have no time for another session; MEDIA_UNAVAILABLE: there is none */
export function createSession(addon: NativeAddon, options: NativeSessionOptions): NativeVoiceSession {
  return create(() => addon.createVoiceSession(options));
}

/** @throws {SdkError} MEDIA_UNAVAILABLE: there is no media thread */
export function createPlayer(addon: NativeAddon, options: NativePlayerOptions): NativePlayer {
  return create(() => addon.createPlayer(options));
}

const CODES: ReadonlySet<string> = new Set(["MEDIA_OVERLOADED", "MEDIA_UNAVAILABLE"]);

function create<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    const { code = "", message } = error as Error & { code?: string };
    throw CODES.has(code) ? new SdkError(code, message, { cause: error }) : error;
  }
}
