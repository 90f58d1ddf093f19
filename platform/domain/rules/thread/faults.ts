import { JsonErrorCode, THREAD_MEMBERS_MAX } from "sdkpp/wire";
import { invalidField } from "../faults.js";
import { Fault } from "../outcome.js";

export const threadExists = (): Fault =>
  new Fault(400, JsonErrorCode.ThreadExists, "A thread has already been created for this message");

export const tooManyThreadMembers = (): Fault =>
  new Fault(
    400,
    JsonErrorCode.ThreadMemberLimitReached,
    `Maximum number of thread participants reached (${String(THREAD_MEMBERS_MAX)})`,
  );

export const noSourceMessage = (): Fault => new Fault(404, JsonErrorCode.UnknownMessage, "Unknown Message");

export const systemSource = (): Fault =>
  new Fault(403, JsonErrorCode.SystemMessage, "Cannot execute action on a system message");

export const notPrivate = (): Fault =>
  invalidField(
    "invitable",
    "THREAD_NOT_PRIVATE",
    "Only private threads can keep their members from inviting others.",
  );
