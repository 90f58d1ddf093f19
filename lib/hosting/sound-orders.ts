import type { SoundOrder } from "./messages.js";

const TYPES: readonly string[] = ["subscribe", "unsubscribe", "mix"] satisfies SoundOrder["type"][];

/** Whether the order is about sound of the others. A process that takes a call carries these out before its first packet. */
export function isSoundOrder(order: { readonly type: string }): order is SoundOrder {
  return TYPES.includes(order.type);
}
