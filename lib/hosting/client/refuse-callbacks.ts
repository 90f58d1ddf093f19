import { ArgumentError } from "../../wire/index.js";

/** @throws {ArgumentError} */
export function refuseCallbacks(): never {
  throw new ArgumentError(
    "receivedCb",
    'with `voiceHost` a module that exports `received` and `captured`, as the host option `audioCallbacks: new URL("./filter.js", import.meta.url)`',
    "closures, which cannot leave this process",
  );
}
