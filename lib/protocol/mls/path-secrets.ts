import { isSameBytes } from "../../wire/index.js";
import { deriveKeyPair, type HpkeKeyPair } from "./hpke.js";
import { deriveSecret } from "./labels.js";
import { wipe } from "../wipe.js";

/** The chain of secrets from a node up to the root (RFC 9420 7.4). */

export interface PathSecrets {
  /** key pairs of the nodes, from the lowest up */
  readonly pairs: readonly HpkeKeyPair[];
  /** secrets of the nodes, from the lowest up */
  readonly secrets: readonly Uint8Array[];
  readonly commitSecret: Uint8Array;
}

/** The chain over `count` nodes that starts with this secret, which it takes over. */
export function pathSecretsFrom(first: Uint8Array, count: number): PathSecrets {
  const pairs: HpkeKeyPair[] = [];
  const secrets: Uint8Array[] = [];
  let secret = first;
  for (let at = 0; at < count; at += 1) {
    pairs.push(nodeKeyPair(secret));
    secrets.push(secret);
    secret = deriveSecret(secret, "path");
  }
  return { pairs, secrets, commitSecret: secret };
}

/** Whether the chain leads to these public keys. */
export function isPathOf({ pairs }: PathSecrets, publicKeys: readonly (Uint8Array | undefined)[]): boolean {
  return pairs.every(({ publicKey }, at) => {
    const expected = publicKeys[at];
    return expected !== undefined && isSameBytes(publicKey, expected);
  });
}

/** Destroys a whole chain, key pairs included. */
export function wipePath({ pairs, secrets, commitSecret }: PathSecrets): void {
  wipe(...pairs.map(({ privateKey }) => privateKey), ...secrets, commitSecret);
}

/** Destroys the secrets of a chain; its key pairs live on. */
export function wipePathSecrets({ secrets, commitSecret }: PathSecrets): void {
  wipe(...secrets, commitSecret);
}

function nodeKeyPair(pathSecret: Uint8Array): HpkeKeyPair {
  const nodeSecret = deriveSecret(pathSecret, "node");
  const pair = deriveKeyPair(nodeSecret);
  wipe(nodeSecret);
  return pair;
}
