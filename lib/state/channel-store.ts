import type { ChannelFacts, ChannelRecord } from "./message-records.js";

/** The player's stored conversations. */
export class ChannelStore {
  readonly #channels = new Map<bigint, ChannelRecord>();
  /** user → channel of the one-to-one conversation */
  readonly #direct = new Map<bigint, bigint>();

  get(channelId: bigint): ChannelRecord | undefined {
    return this.#channels.get(channelId);
  }

  /** Id of the one-to-one conversation with a user. */
  directWith(userId: bigint): bigint | undefined {
    return this.#direct.get(userId);
  }

  clear(): void {
    this.#channels.clear();
    this.#direct.clear();
  }

  /** Replaces all channels with the complete set of a new session. */
  replaceAll(channels: readonly ChannelFacts[]): void {
    this.clear();
    for (const channel of channels) this.put(channel);
  }

  put({ id, type, name, recipients }: ChannelFacts): void {
    const recipientIds = recipients.map((user) => user.id);
    this.#channels.set(id, { id, type, name, recipientIds });
    const [only] = recipientIds;
    if (recipientIds.length === 1 && only !== undefined) this.#direct.set(only, id);
  }
}
