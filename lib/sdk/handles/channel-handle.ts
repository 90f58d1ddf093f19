import type { ChannelRecord } from "../../state/index.js";
import { ChannelType } from "../../enums/index.js";
import { wordsOf } from "../shown.js";
import { frozen, Handle, nowhere } from "./handle.js";

/** The channel of messages: a lobby, or a stored conversation. A handle: it shows later changes. @mirrors ChannelHandle */
export class ChannelHandle extends Handle<ChannelRecord> {
  static readonly nullobj = frozen(new ChannelHandle(nowhere));
  static override readonly words = { type: wordsOf(ChannelType) };

  /** The channel's id; for a lobby, the lobby's id. 0 when the handle is not valid. @mirrors ChannelHandle::Id */
  get id(): bigint {
    return this.subject?.id ?? 0n;
  }

  /** The channel's name; "" for lobbies and direct conversations, which have none. @mirrors ChannelHandle::Name */
  get name(): string {
    return this.subject?.name ?? "";
  }

  /** Ids of the other users of a direct conversation; empty in lobbies. @mirrors ChannelHandle::Recipients */
  get recipients(): bigint[] {
    return [...(this.subject?.recipientIds ?? [])];
  }

  /** The kind of channel; `GuildText` (0) when the handle is not valid. @mirrors ChannelHandle::Type */
  get type(): ChannelType {
    return (this.subject?.type ?? ChannelType.GuildText) as ChannelType;
  }
}
