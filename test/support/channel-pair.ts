import type { MoveChannel } from "../../lib/call/index.js";

/** Both ends of a channel in one process. */
export function channelPair(): [MoveChannel, MoveChannel] {
  const ends = [new Set<(message: Uint8Array) => void>(), new Set<(message: Uint8Array) => void>()] as const;
  const end = (own: 0 | 1): MoveChannel => ({
    send: (message) => {
      for (const listener of ends[own === 0 ? 1 : 0]) listener(message);
    },
    onMessage: (listener) => {
      ends[own].add(listener);
      return () => ends[own].delete(listener);
    },
  });
  return [end(0), end(1)];
}
