import { SdkError } from "../wire/index.js";
import type { NativeAddon, NativeSessionOptions, NativeVoiceSession } from "./addon.js";

/** @throws {SdkError} MEDIA_OVERLOADED: the media threads have no time for another session; MEDIA_UNAVAILABLE: there is none */
export function createSession(addon: NativeAddon, options: NativeSessionOptions): NativeVoiceSession {
  try {
    return addon.createVoiceSession(options);
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (code === "MEDIA_OVERLOADED" || code === "MEDIA_UNAVAILABLE") throw new SdkError(code, message, { cause: error });
    throw error;
  }
}
