import type { ResponseInput } from "../domain/rules/interaction/callbacks.js";
import { badJson } from "../domain/rules/faults.js";
import { Fault } from "../domain/rules/outcome.js";
import type { Guard } from "../guard/guard.js";
import { parseLossless } from "../json/lossless.js";
import { checkedBody } from "./handler.js";
import { InteractionResponseBody } from "./interaction.js";
import { MESSAGE_FORM } from "./message-form.js";
import { MultipartBody, readMultipart } from "./multipart.js";

/** The response of an application to an interaction that it received over HTTP: JSON, or a form with files. */
export async function readInteractionReply(
  contentType: string,
  body: Buffer,
  guard: Guard,
): Promise<ResponseInput | Fault> {
  const form = contentType.startsWith("multipart/form-data")
    ? await readMultipart(MESSAGE_FORM, contentType, body, guard)
    : jsonOf(body);
  if (form instanceof Fault) return form;
  const checked = checkedBody(InteractionResponseBody, form.fields);
  return checked instanceof Fault ? checked : { ...checked, uploads: form.uploads };
}

function jsonOf(body: Buffer): MultipartBody | Fault {
  try {
    return new MultipartBody(parseLossless(body.toString("utf8")), []);
  } catch {
    return badJson();
  }
}
