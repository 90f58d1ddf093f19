import type { VoiceStateRecord } from "../../state/index.js";
import { frozen, Handle, nowhere } from "./handle.js";

/** The mute and deaf state of a user in a call. A handle: it shows later changes. @mirrors VoiceStateHandle */
export class VoiceStateHandle extends Handle<VoiceStateRecord> {
  static readonly nullobj = frozen(new VoiceStateHandle(nowhere));

  /** Whether the user has deafened itself. @mirrors VoiceStateHandle::SelfDeaf */
  get selfDeaf(): boolean {
    return this.subject?.selfDeaf ?? false;
  }

  /** Whether the user has muted itself. @mirrors VoiceStateHandle::SelfMute */
  get selfMute(): boolean {
    return this.subject?.selfMute ?? false;
  }
}
