import type { Snowflake } from "sdkpp/wire";
import type { Group } from "./group.js";
import type { AcceptedKeyPackage } from "./key-package-check.js";
import type { Member } from "./member.js";

/**
 * Whether a key package contains a key of another user's leaf, path or key package; members could not add it
 * (RFC 9420 7.3, 12.2).
 */
export function usesForeignKey(
  { userId, signatureKey, encryptionKey, initKey }: AcceptedKeyPackage,
  group: Group,
  members: readonly Member[],
): boolean {
  const used = new Set([...keysOfGroup(group, userId), ...keysOfPackages(members, userId)].map(nameOf));
  return [signatureKey, encryptionKey, initKey].some((key) => used.has(nameOf(key)));
}

/** Whether a new key of a path is already in use (RFC 9420 12.4.2). */
export function usesAnyKey(keys: readonly Uint8Array[], group: Group, members: readonly Member[]): boolean {
  const names = keys.map(nameOf);
  if (new Set(names).size < names.length) return true;
  const used = new Set([...keysOfGroup(group), ...keysOfPackages(members)].map(nameOf));
  return names.some((name) => used.has(name));
}

function keysOfGroup({ leaves }: Group, except?: Snowflake): Uint8Array[] {
  return leaves.entries().flatMap(([, leaf]) => {
    if (leaf.userId === except) return [];
    const { signatureKey, encryptionKey, pathKeys } = leaf;
    return [signatureKey, encryptionKey, ...pathKeys].filter((key) => key !== undefined);
  });
}

function keysOfPackages(members: readonly Member[], except?: Snowflake): Uint8Array[] {
  return members.flatMap(({ userId, keyPackage }) => {
    if (keyPackage === undefined || userId === except) return [];
    return [keyPackage.signatureKey, keyPackage.encryptionKey, keyPackage.initKey];
  });
}

function nameOf(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset, key.length).toString("latin1");
}
