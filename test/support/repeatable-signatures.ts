import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/**
 * Makes signatures repeatable: ECDSA draws a random number for each, so that two copies of a member would sign the same
 * content differently. Each content is signed once per key, and the signature is remembered.
 * @returns ends it
 */
export function repeatSignatures(): () => void {
  const { sign } = crypto;
  const made = new Map<string, Buffer>();
  const repeating = (algorithm: string, data: Uint8Array, key: crypto.KeyObject): Buffer => {
    const name = crypto
      .createHash("sha256")
      .update(key.export({ format: "der", type: "pkcs8" }))
      .update(data)
      .digest("hex");
    const signature = made.get(name) ?? sign(algorithm, data, key);
    made.set(name, signature);
    return Buffer.from(signature);
  };
  crypto.sign = repeating as typeof sign;
  syncBuiltinESMExports();
  return () => {
    crypto.sign = sign;
    syncBuiltinESMExports();
  };
}
