import type * as Crypto from "node:crypto";

/** `node:crypto`, loaded at the first use and not at import: it costs more than the rest of the package. */
export function nodeCrypto(): typeof Crypto {
  return process.getBuiltinModule("node:crypto");
}
