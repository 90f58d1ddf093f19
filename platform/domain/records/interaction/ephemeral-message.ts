import type { Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";
import type { Message } from "../message/message.js";

/** A response that only its user sees. It is kept as long as the token of its interaction. */
export interface EphemeralMessage extends Message {
  readonly interactionId: Snowflake;
}

export function ephemeralMessageIndex({ interactionId }: EphemeralMessage): IndexValues {
  return { interaction: interactionId };
}
