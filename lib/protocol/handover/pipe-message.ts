import { savedFields } from "../saved/field.js";
import { FieldReader } from "../saved/field-reader.js";
import { FieldWriter } from "../saved/field-writer.js";
import { RestoreError } from "../saved/restore-error.js";
import { damaged } from "./move.js";

/** What the two processes say to each other behind the sealed call. */
export type PipeMessage =
  /** the target wants the call, and the source decides */
  | { readonly type: "claim" }
  | { readonly type: "claimed"; readonly isYours: boolean }
  /** the target has claimed the call */
  | { readonly type: "taken" }
  /** its voice session is resumed there */
  | { readonly type: "whole" }
  /** arrived where the call was, as `takeDatagrams` packs them */
  | { readonly type: "datagrams"; readonly bytes: Uint8Array }
  /** frames of the voice gateway, in both directions */
  | { readonly type: "textFrame"; readonly bytes: Uint8Array }
  | { readonly type: "binaryFrame"; readonly bytes: Uint8Array }
  /** what the host of the call said to its old owner */
  | { readonly type: "event"; readonly json: string };

type Bare = "claim" | "taken" | "whole";
type WithBytes = "datagrams" | "textFrame" | "binaryFrame";

const FIELDS = savedFields({ type: 1, bytes: 2, json: 3, isYours: 4 });
/** The list only grows at its end. */
const TYPES: readonly PipeMessage["type"][] = [
  "claim",
  "claimed",
  "taken",
  "whole",
  "datagrams",
  "textFrame",
  "binaryFrame",
  "event",
];

export function writePipeMessage(message: PipeMessage): Uint8Array {
  const out = new FieldWriter(0);
  out.choice(FIELDS.type, TYPES, message.type);
  if ("bytes" in message) out.bytes(FIELDS.bytes, message.bytes);
  if ("json" in message) out.text(FIELDS.json, message.json);
  if ("isYours" in message) out.flag(FIELDS.isYours, message.isYours);
  return out.take();
}

/** @throws {SdkError} HANDOVER_DAMAGED, also for a message of a newer version */
export function readPipeMessage(bytes: Uint8Array): PipeMessage {
  try {
    return read(new FieldReader(bytes, 0, "message"));
  } catch (error) {
    throw error instanceof RestoreError ? damaged(error) : error;
  }
}

function read(fields: FieldReader): PipeMessage {
  const type = fields.choice(FIELDS.type, TYPES);
  switch (type) {
    case "claimed":
      return { type, isYours: fields.flag(FIELDS.isYours) };
    case "event":
      return { type, json: fields.text(FIELDS.json) };
    case "datagrams":
    case "textFrame":
    case "binaryFrame":
      return { type: type satisfies WithBytes, bytes: fields.bytes(FIELDS.bytes) };
    default:
      return { type: type satisfies Bare };
  }
}
