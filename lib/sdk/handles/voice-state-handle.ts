import type { VoiceStateRecord } from "../../state/index.js";
import { Handle, handleTo, nullHandle, viewOf, type Look } from "./handle.js";

/** The mute and deaf state of a user in a call. A handle: it shows later changes. @mirrors VoiceStateHandle */
export class VoiceStateHandle extends Handle {
  static readonly nullobj: VoiceStateHandle = nullHandle(VoiceStateHandle);

  /** Whether the user has deafened itself. @mirrors VoiceStateHandle::SelfDeaf */
  get selfDeaf(): boolean {
    return this.#subject?.selfDeaf ?? false;
  }

  /** Whether the user has muted itself. @mirrors VoiceStateHandle::SelfMute */
  get selfMute(): boolean {
    return this.#subject?.selfMute ?? false;
  }

  get #subject(): VoiceStateRecord | undefined {
    return viewOf<VoiceStateRecord>(this)();
  }
}

/** Makes a handle to what `look` gives. */
export function voiceStateHandle(look: Look<VoiceStateRecord>): VoiceStateHandle {
  return handleTo(VoiceStateHandle, look);
}
