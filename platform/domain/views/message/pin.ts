import type { MessagePayload, PinPayload } from "sdkpp/wire";
import type { Pin } from "../../records/message/pin.js";

/** @param message as its reader sees it */
export function pinView({ pinnedAt }: Pin, message: MessagePayload): PinPayload {
  return { pinned_at: pinTime(pinnedAt), message };
}

export function pinTime(pinnedAt: number): string {
  return new Date(pinnedAt).toISOString();
}
