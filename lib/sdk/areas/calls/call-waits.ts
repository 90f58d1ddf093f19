import type { DaveStatus } from "../../../protocol/index.js";
import { ClientResultError } from "../../client-result-error.js";
import { untilEvent } from "../../core/events/event-wait.js";
import { failed, Failure, success } from "../../core/operations/failure.js";
import type { OperationOptions } from "../../core/operations/operation.js";
import { resultAnd, Task, type OperationCall } from "../../core/operations/task.js";
import { enumToString, ErrorType, CallError, CallStatus } from "../../../enums/index.js";
import type { ClientResult } from "../../values/client-result.js";
import type { CallSession } from "./call-session.js";

/** Waits until sound flows. @param call undefined: the call is over */
export async function untilConnected(
  call: CallSession | undefined,
  options: OperationOptions | undefined,
): Promise<void> {
  await wait(call, options, (session) => (session.status === CallStatus.Connected ? true : undefined));
}

/** Waits until the call is encrypted end to end. @param call undefined: the call is over */
export function untilEncrypted(
  call: CallSession | undefined,
  options: OperationOptions | undefined,
): Promise<DaveStatus> {
  return wait(call, options, ({ status, connection: { encryption } }) => {
    if (encryption.state === "on") return encryption;
    if (encryption.state === "refused")
      throw new Failure(
        failed(ErrorType.Disabled, "the platform ended the encryption that this call requires"),
      );
    if (status === CallStatus.Connected && encryption.state === "off")
      throw new Failure(failed(ErrorType.Disabled, "the platform does not encrypt this call end to end"));
    return undefined;
  });
}

/** @param look undefined: not yet */
async function wait<T>(
  call: CallSession | undefined,
  options: OperationOptions | undefined,
  look: (call: CallSession) => T | undefined,
): Promise<T> {
  if (call === undefined) throw new ClientResultError(failed(ErrorType.Aborted, "the call is over"));
  const shape = resultAnd<"value", T | undefined>("value", () => undefined);
  const run = async ({ signal }: OperationCall): Promise<{ result: ClientResult; value: T | undefined }> => {
    const value = await untilEvent(
      call.events,
      ["statusChanged", "encryptionChanged"],
      () => lookAt(call, look),
      signal,
    );
    return { result: success(), value };
  };
  const ended = await call.operations.start(new Task(shape, run), options);
  return ended?.value as T;
}

function lookAt<T>(call: CallSession, look: (call: CallSession) => T | undefined): T | undefined {
  const { ending, isOver } = call;
  if (ending === undefined && !isOver) return look(call);
  const { error, detail, step } = ending ?? { error: CallError.None, detail: 0, step: "" };
  if (error === CallError.None) throw new Failure(failed(ErrorType.Aborted, "the call is over"));
  const code = detail === 0 ? "" : `, detail ${String(detail)}`;
  const last = step === "" ? "" : `; the last step was ${step}`;
  const words = `the call ended: ${enumToString(CallError, error)}${code}${last}`;
  throw new Failure(failed(ErrorType.NetworkError, words));
}
