import type { Snowflake } from "sdkpp/wire";

/**
 * The state of a server's voice channels besides their participants: a status, and the start of the call. Both last as long as
 * the call, and live in memory like it.
 */
export class ChannelCalls {
  readonly #statuses = new Map<Snowflake, string>();
  readonly #starts = new Map<Snowflake, number>();

  statusOf(channelId: Snowflake): string | null {
    return this.#statuses.get(channelId) ?? null;
  }

  /** @returns puts the earlier status back */
  setStatus(channelId: Snowflake, status: string | null): () => void {
    return replace(this.#statuses, channelId, status);
  }

  /** Unix milliseconds; null without a call */
  startOf(channelId: Snowflake): number | null {
    return this.#starts.get(channelId) ?? null;
  }

  /** @returns puts the earlier start back */
  setStart(channelId: Snowflake, start: number | null): () => void {
    return replace(this.#starts, channelId, start);
  }
}

function replace<T>(map: Map<Snowflake, T>, key: Snowflake, value: T | null): () => void {
  const before = map.get(key) ?? null;
  const put = (one: T | null): void => {
    if (one === null) map.delete(key);
    else map.set(key, one);
  };
  put(value);
  return () => put(before);
}
