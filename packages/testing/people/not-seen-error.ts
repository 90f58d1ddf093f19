import { SdkError } from "sdkpp";
import type { SeenMessage } from "./message.js";

const SHOWN = 5;
const SHOWN_LENGTH = 80;

/** The message that was waited for did not come. */
export class NotSeenError extends SdkError {
  /** what others wrote meanwhile, oldest first */
  readonly messages: readonly SeenMessage[];

  /** @internal */
  constructor(name: string, messages: readonly SeenMessage[]) {
    super("NOT_SEEN", `${name} does not see such a message; ${shownOf(messages)}`);
    this.name = "NotSeenError";
    this.messages = messages;
  }

  /** What programs of other languages read. */
  toJSON(): { readonly messages: readonly SeenMessage[] } {
    return { messages: this.messages };
  }
}

function shownOf(messages: readonly SeenMessage[]): string {
  if (messages.length === 0) return "nobody else wrote anything where it looked";
  const lines = messages.slice(-SHOWN).map(({ content }) => JSON.stringify(content.slice(0, SHOWN_LENGTH)));
  return `others wrote ${lines.join(", ")}`;
}
