import type { ChannelFacts, ChannelRecord } from "./message-records.js";

/** The conversations of the user that the platform stores. */
export class ChannelStore {
  readonly #channels = new Map<bigint, ChannelRecord>();
  /** user → the channel that the two share alone */
  readonly #direct = new Map<bigint, bigint>();

  get(channelId: bigint): ChannelRecord | undefined {
    return this.#channels.get(channelId);
  }

  /** Id of the conversation with one user. */
  directWith(userId: bigint): bigint | undefined {
    return this.#direct.get(userId);
  }

  clear(): void {
    this.#channels.clear();
    this.#direct.clear();
  }

  /** The complete set after a fresh login. */
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
