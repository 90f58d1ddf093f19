import { Permission } from "sdkpp/wire";
import type { Overwrite } from "../../domain/records/guild/guild.js";
import type { SeedPermissions } from "../../seed-file.js";

/** The name of the role that all members have. */
export const EVERYONE = "@everyone";

const NAMES = Object.keys(Permission) as (keyof typeof Permission)[];

/** @returns bits of `Permission` */
export function bitsOf(permissions: SeedPermissions): bigint {
  return permissions.reduce((all, one) => all | Permission[one], 0n);
}

/** @param bits of `Permission`, decimal; those without a name are left out */
export function permissionsOf(bits: string): SeedPermissions {
  const all = BigInt(bits);
  return NAMES.filter((one) => (all & Permission[one]) === Permission[one]);
}

/** Whether two lists say the same, in any order. */
export function isSame(one: readonly Overwrite[], other: readonly Overwrite[] = []): boolean {
  return sorted(one) === sorted(other);
}

function sorted(all: readonly Overwrite[]): string {
  const words = all.map(({ id, type, allow, deny }) => [id, type, allow, deny].join(" "));
  return words.toSorted().join(", ");
}
