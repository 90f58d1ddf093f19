import { NO_ENCRYPTION } from "../../protocol/index.js";
import type { Mirror } from "./messages.js";

/** A connection of which nothing is known yet. */
export function joining(channelId: bigint): Required<Mirror> {
  return {
    status: "joining",
    channelId,
    silencedBy: undefined,
    encryption: NO_ENCRYPTION,
    participants: [],
    encryptedMembers: [],
  };
}
