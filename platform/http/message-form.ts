import { ATTACHMENTS_MAX, LARGE_ATTACHMENT_BYTES_MAX } from "sdkpp/wire";
import { fileTooLarge, tooManyAttachments } from "../domain/rules/faults.js";
import type { MultipartForm } from "./multipart.js";

/** Size limit of a form without its files. */
const BODY_BYTES_MAX = 1024 * 1024;
const FILE_NAME = /^files?(?:\[(0|[1-9][0-9]{0,18})\])?$/;

/** A message with its attachments: `payload_json`, or a few fields of their own, and `files[n]`. */
export const MESSAGE_FORM: MultipartForm = {
  // How much of it is accepted depends on the place and the sender: the rule decides.
  bodyLimit: LARGE_ATTACHMENT_BYTES_MAX + BODY_BYTES_MAX,
  fileBytesMax: LARGE_ATTACHMENT_BYTES_MAX,
  filesMax: ATTACHMENTS_MAX,
  isKept: true,
  plainFields: new Set(["content", "nonce", "tts"]),
  indexOf: (name) => {
    const match = FILE_NAME.exec(name);
    return match === null ? undefined : (match[1] ?? "0");
  },
  fieldsOf: (plain) => {
    const tts = plain.get("tts");
    const nonce = plain.get("nonce");
    return {
      ...(plain.has("content") && { content: plain.get("content") }),
      ...(nonce !== undefined && { nonce }),
      ...(tts !== undefined && { tts: tts === "true" }),
    };
  },
  tooLarge: fileTooLarge,
  tooMany: tooManyAttachments,
};
