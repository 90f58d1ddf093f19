import { MESSAGE_CONTENT_MAX } from "sdkpp/wire";
import { invalidField } from "../faults.js";
import type { Fault } from "../outcome.js";
import { emptyMessage } from "./faults.js";

/** The text of a message, which must be neither empty nor too long. */
export function checkContent(content: string | null | undefined): string | Fault {
  const text = checkLength(content);
  return text === "" ? emptyMessage() : text;
}

/** The same, for a message that may do without text. */
export function checkLength(content: string | null | undefined): string | Fault {
  if (content === undefined || content === null || content.trim() === "") return "";
  if (content.length <= MESSAGE_CONTENT_MAX) return content;
  return invalidField(
    "content",
    "BASE_TYPE_MAX_LENGTH",
    `Must be ${MESSAGE_CONTENT_MAX} or fewer in length.`,
  );
}
