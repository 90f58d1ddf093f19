import { MessageFlag } from "../../wire/index.js";
import { asArray, asInteger, asObject, asString, type JsonObject } from "../checked.js";

export type AdditionalContentKind =
  "Poll" | "VoiceMessage" | "Thread" | "Attachment" | "Sticker" | "Embed" | "Other";

/** Parts of a message that a game cannot show. */
export interface CheckedAdditionalContent {
  kind: AdditionalContentKind;
  /** of a poll or a thread */
  title: string | undefined;
  /** how many pieces, at least 1 */
  count: number;
}

/**
 * The kind that is reported when there are several: content that the sender added comes before content found in the
 * text, so a link's embed is reported only when there is nothing else.
 */
export function additionalContentOf(message: JsonObject): CheckedAdditionalContent | undefined {
  const poll = asObject(message["poll"]);
  if (poll !== undefined) return one("Poll", asString(asObject(poll["question"])?.["text"]));
  const flags = asInteger(message["flags"], 0, 0x7fffffff) ?? 0;
  if ((flags & MessageFlag.IsVoiceMessage) !== 0) return one("VoiceMessage", undefined);
  const thread = asObject(message["thread"]);
  if (thread !== undefined) return one("Thread", asString(thread["name"]));
  return (
    several("Attachment", message["attachments"]) ??
    several("Sticker", message["sticker_items"]) ??
    several("Embed", message["embeds"]) ??
    several("Other", message["components"])
  );
}

function one(kind: AdditionalContentKind, title: string | undefined): CheckedAdditionalContent {
  return { kind, title, count: 1 };
}

function several(kind: AdditionalContentKind, value: unknown): CheckedAdditionalContent | undefined {
  const count = asArray(value)?.length ?? 0;
  return count === 0 ? undefined : { kind, title: undefined, count };
}
