import type { ChannelRecord } from "../../state/index.js";
import { ChannelType } from "../enums.js";
import { frozen, Handle, nowhere } from "./handle.js";

/** Where messages stand: a lobby, or a conversation that is stored. @mirrors ChannelHandle */
export class ChannelHandle extends Handle<ChannelRecord> {
  static readonly nullobj = frozen(new ChannelHandle(nowhere));

  static moveFrom(other: ChannelHandle): ChannelHandle {
    return new ChannelHandle(nowhere).moveAssign(other);
  }

  clone(): ChannelHandle {
    return new ChannelHandle(this.view);
  }

  /** Of a lobby: the lobby's id. 0 when the handle is not valid. @mirrors ChannelHandle::Id */
  get id(): bigint {
    return this.subject?.id ?? 0n;
  }

  /** Conversations of users and lobbies have none: "". @mirrors ChannelHandle::Name */
  get name(): string {
    return this.subject?.name ?? "";
  }

  /** Ids of the other users of a direct conversation; empty in lobbies. @mirrors ChannelHandle::Recipients */
  get recipients(): bigint[] {
    return [...(this.subject?.recipientIds ?? [])];
  }

  /** `GuildText`, which is 0, when the handle is not valid. @mirrors ChannelHandle::Type */
  get type(): ChannelType {
    return (this.subject?.type ?? ChannelType.GuildText) as ChannelType;
  }
}
