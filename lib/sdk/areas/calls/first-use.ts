/** Loaded at the first call, as `sdk/first-use.ts` says: arguments of calls, and waiting for them. */
export { memberArgument } from "../../../call/member-argument.js";
export { encoderArgument, pcmArguments, volumeArgument } from "../../../protocol/index.js";
export { audioCallbackPolicyArgument } from "./audio-callback-policy.js";
export { untilConnected, untilEncrypted } from "./call-waits.js";
