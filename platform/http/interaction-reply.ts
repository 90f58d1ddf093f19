import type { ResponseInput } from "../domain/rules/interaction/callbacks.js";
import { badJson } from "../domain/rules/faults.js";
import { Fault } from "../domain/rules/outcome.js";
import { streamOf } from "../files/intake.js";
import { parseLossless } from "../json/lossless.js";
import { FaultError } from "./fault-error.js";
import { checkedBody } from "./handler.js";
import { InteractionResponseBody } from "./interaction.js";
import { MESSAGE_FORM } from "./message-form.js";
import { MultipartBody } from "./multipart.js";
import type { MultipartReader } from "./multipart-reader.js";

/** The answer of an application. */
export interface InteractionReply {
  readonly input: ResponseInput;
  /** Call it after the response is stored, or is not: its files have a record then, or go. */
  release(): void;
}

/** The response of an application to an interaction that it received over HTTP: JSON, or a form with files. */
export async function readInteractionReply(
  contentType: string,
  body: Buffer,
  reader: MultipartReader,
): Promise<InteractionReply | Fault> {
  const form = contentType.startsWith("multipart/form-data")
    ? await reader.read(MESSAGE_FORM, contentType, streamOf(body)).catch(faultOf)
    : jsonOf(body);
  if (form instanceof Fault) return form;
  const checked = checkedBody(InteractionResponseBody, form.fields);
  if (!(checked instanceof Fault))
    return { input: { ...checked, uploads: form.uploads }, release: () => form.release() };
  form.release();
  return checked;
}

/** The fault of an answer. @throws an error that is not about the answer, such as one of the disk */
function faultOf(error: unknown): Fault {
  if (error instanceof FaultError) return error.fault;
  throw error;
}

function jsonOf(body: Buffer): MultipartBody | Fault {
  try {
    const fields = parseLossless(body.toString("utf8"));
    return new MultipartBody({ fields, uploads: [], readUploads: [], held: [] });
  } catch {
    return badJson();
  }
}
