import type { ChannelRecord } from "../../state/index.js";
import { ChannelType } from "../../enums/index.js";
import { showAs, wordsOf } from "../shown.js";
import { Handle, handleTo, nullHandle, viewOf, type Look } from "./handle.js";

/** The channel of messages: a lobby, or a stored conversation. A handle: it shows later changes. @mirrors ChannelHandle */
export class ChannelHandle extends Handle {
  static readonly nullobj: ChannelHandle = nullHandle(ChannelHandle);

  /** The channel's id; for a lobby, the lobby's id. 0 when the handle is not valid. @mirrors ChannelHandle::Id */
  get id(): bigint {
    return this.#subject?.id ?? 0n;
  }

  /** The channel's name; "" for lobbies and direct conversations, which have none. @mirrors ChannelHandle::Name */
  get name(): string {
    return this.#subject?.name ?? "";
  }

  /** Ids of the other users of a direct conversation; empty in lobbies. @mirrors ChannelHandle::Recipients */
  get recipients(): bigint[] {
    return [...(this.#subject?.recipientIds ?? [])];
  }

  /** The kind of channel; `GuildText` (0) when the handle is not valid. @mirrors ChannelHandle::Type */
  get type(): ChannelType {
    return (this.#subject?.type ?? ChannelType.GuildText) as ChannelType;
  }

  get #subject(): ChannelRecord | undefined {
    return viewOf<ChannelRecord>(this)();
  }
}

showAs(ChannelHandle, { words: { type: wordsOf(ChannelType) } });

/** Makes a handle to what `look` gives. */
export function channelHandle(look: Look<ChannelRecord>): ChannelHandle {
  return handleTo(ChannelHandle, look);
}
