import { idArgument, type IdLike } from "../argument.js";
import { NamedValue } from "./named-value.js";

interface LinkedChannelFields {
  id: bigint;
  name: string;
  guildId: bigint;
}

const defaults = (): LinkedChannelFields => ({ id: 0n, name: "", guildId: 0n });

/**
 * The server's text channel that a lobby is linked to. A value object: a copy of what was known when it was asked for.
 * @mirrors LinkedChannel
 */
export class LinkedChannel extends NamedValue<LinkedChannelFields> {
  static readonly nullobj = LinkedChannel.invalid(new LinkedChannel());

  /** @internal made by the client only */
  constructor() {
    super(defaults);
  }

  /** A copy that takes the content over; `other` becomes invalid. */
  static moveFrom(other: LinkedChannel): LinkedChannel {
    return new LinkedChannel().moveAssign(other);
  }

  /** @internal */
  static of(fields: LinkedChannelFields): LinkedChannel {
    const made = new LinkedChannel();
    made.fill(fields);
    return made;
  }

  /** An independent copy; of an invalid object an invalid one. */
  clone(): LinkedChannel {
    return new LinkedChannel().assign(this);
  }

  /** The server in which it stands. @mirrors LinkedChannel::GuildId */
  get guildId(): bigint {
    return this.fields.guildId;
  }

  set guildId(value: IdLike) {
    this.change("guildId", idArgument("guildId", value));
  }

  /** @throws {ArgumentError} when not a 64-bit id. @mirrors LinkedChannel::SetGuildId */
  setGuildId(value: IdLike): void {
    this.guildId = value;
  }
}
