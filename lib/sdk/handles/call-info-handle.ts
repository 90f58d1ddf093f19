import type { LobbyRecord } from "../../state/index.js";
import { idArgument, type IdLike } from "../argument.js";
import { Handle, handleTo, nullHandle, viewOf, type Look } from "./handle.js";
import { type VoiceStateHandle, voiceStateHandle } from "./voice-state-handle.js";

/**
 * The call of a lobby, whether or not the client is in it. A handle: it shows later changes.
 * @mirrors CallInfoHandle
 */
export class CallInfoHandle extends Handle {
  static readonly nullobj: CallInfoHandle = nullHandle(CallInfoHandle);

  /** The lobby's id. @mirrors CallInfoHandle::ChannelId */
  get channelId(): bigint {
    return this.#subject?.id ?? 0n;
  }

  /** The lobby's id as well. @mirrors CallInfoHandle::GuildId */
  get guildId(): bigint {
    return this.#subject?.id ?? 0n;
  }

  /** Ids of the users in the call. @mirrors CallInfoHandle::GetParticipants */
  getParticipants(): bigint[] {
    return [...(this.#subject?.voiceStates.keys() ?? [])];
  }

  /** Gets the mute and deaf state of a user. @returns undefined when the user is not in the call. @mirrors CallInfoHandle::GetVoiceStateHandle */
  getVoiceStateHandle(userId: IdLike): VoiceStateHandle | undefined {
    const id = idArgument("userId", userId);
    if (this.#subject?.voiceStates.has(id) !== true) return undefined;
    const look = viewOf<LobbyRecord>(this);
    return voiceStateHandle(() => look()?.voiceStates.get(id));
  }

  get #subject(): LobbyRecord | undefined {
    return viewOf<LobbyRecord>(this)();
  }
}

/** Makes a handle to what `look` gives. */
export function callInfoHandle(look: Look<LobbyRecord>): CallInfoHandle {
  return handleTo(CallInfoHandle, look);
}
