import type { UserAudioCapturedCallback, UserAudioReceivedCallback } from "../../native/index.js";
import { SdkError } from "../../wire/index.js";

/** The functions of a module that edits sound in a voice process. */
export interface AudioCallbackModule {
  /** edits what is received, as the first callback of `startCallWithAudioCallbacks` */
  received?: UserAudioReceivedCallback;
  /** edits what is sent, as the second one */
  captured?: UserAudioCapturedCallback;
}

/** @throws {SdkError} AUDIO_CALLBACKS_INVALID: it cannot be loaded, or exports neither function */
export async function loadAudioCallbacks(address: string): Promise<AudioCallbackModule> {
  let module: AudioCallbackModule;
  try {
    module = (await import(address)) as AudioCallbackModule;
  } catch (cause) {
    throw invalid(address, cause instanceof Error ? cause.message : String(cause), cause);
  }
  const { received, captured } = module;
  const wrong = [received, captured].find((one) => one !== undefined && typeof one !== "function");
  if (wrong !== undefined) throw invalid(address, `an export of type ${typeof wrong}`);
  if (received === undefined && captured === undefined) throw invalid(address, "neither");
  return { ...(received && { received }), ...(captured && { captured }) };
}

function invalid(address: string, received: string, cause?: unknown): SdkError {
  return new SdkError(
    "AUDIO_CALLBACKS_INVALID",
    `audioCallbacks: expected that ${address} exports the functions \`received\` or \`captured\`, received ${received}`,
    { cause },
  );
}
