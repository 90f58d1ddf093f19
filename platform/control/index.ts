/**
 * `@sdkpp/platform/control`: steers a platform that runs in another process.
 * @packageDocumentation
 */
export type { ControlAccess } from "./access.js";
export { connectControl, type Remote, type RemoteControl } from "./remote/connect.js";
export { ControlError } from "./remote/remote-error.js";
export { ArgumentError, ArgumentRangeError } from "sdkpp/wire";
