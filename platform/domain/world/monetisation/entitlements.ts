import type { Snowflake } from "sdkpp/wire";
import type { Page } from "../../../store/store.js";
import {
  isActive,
  ownerKey,
  payerKey,
  type Entitlement,
  type EntitlementOwner,
} from "../../records/monetisation/entitlement.js";
import type { ClockPort } from "../ports.js";
import type { MonetisationWorld } from "./monetisation-world.js";

/** Entitlements that one owner can have of one application, and those that one user can have paid for. */
export const ENTITLEMENTS_MAX = 1000;

/** Records that are read at once. */
const CHUNK = 100;

/** The newest before an id, or the first after one: both at most `limit`. */
export interface Range {
  readonly before?: Snowflake | undefined;
  readonly after?: Snowflake | undefined;
  readonly limit: number;
}

/** All entitlements that an owner ever got of an application, oldest first. */
export function entitlementsOf({ entitlements }: MonetisationWorld, owner: EntitlementOwner): Entitlement[] {
  return entitlements.listBy("owner", ownerKey(owner));
}

/** All entitlements that a user ever paid for, for itself or for a server, oldest first. */
export function paidBy(
  { entitlements }: MonetisationWorld,
  applicationId: Snowflake,
  userId: Snowflake,
): Entitlement[] {
  return entitlements.listBy("payer", payerKey(applicationId, userId));
}

/** Entitlements that give a user access now where it is: its own, and those of the server. */
export function activeEntitlements(
  world: MonetisationWorld & ClockPort,
  applicationId: Snowflake,
  userId: Snowflake,
  guildId: Snowflake | null,
): Entitlement[] {
  const own = entitlementsOf(world, { applicationId, userId, guildId: null });
  const shared = guildId === null ? [] : entitlementsOf(world, { applicationId, userId: null, guildId });
  const now = world.clock.now();
  return [...own, ...shared].filter((entitlement) => isActive(entitlement, now));
}

/**
 * Makes room for one more entitlement of an owner: at the limit, the oldest one that gives no access any more is forgotten.
 * @returns whether there is room
 */
export function makeRoom(world: MonetisationWorld & ClockPort, owner: EntitlementOwner): boolean {
  const { applicationId, userId } = owner;
  return [
    entitlementsOf(world, owner),
    ...(userId === null ? [] : [paidBy(world, applicationId, userId)]),
  ].every((all) => all.length < ENTITLEMENTS_MAX || forgetOldest(world, all));
}

function forgetOldest(world: MonetisationWorld & ClockPort, all: readonly Entitlement[]): boolean {
  const now = world.clock.now();
  const oldest = all.find((entitlement) => !isActive(entitlement, now));
  if (oldest !== undefined) world.entitlements.delete(oldest.id);
  return oldest !== undefined;
}

/** Those of a whole application that are wanted, oldest first. Reads its list until enough is found. */
export function ofApplication(
  world: MonetisationWorld,
  applicationId: Snowflake,
  { before, after, limit }: Range,
  wanted: (one: Entitlement) => boolean,
): Entitlement[] {
  const found: Entitlement[] = [];
  for (const one of walk(world, applicationId, { before, after })) {
    if (after !== undefined && !isBefore(one.id, before)) break;
    if (wanted(one)) found.push(one);
    if (found.length === limit) break;
  }
  return after === undefined ? found.toReversed() : found;
}

/** Down from the newest before an id, or up from an id. */
function* walk(
  { entitlements }: MonetisationWorld,
  applicationId: Snowflake,
  { before, after }: Omit<Range, "limit">,
): Generator<Entitlement> {
  for (let at: string | undefined = after ?? before; ;) {
    const page: Page = { limit: CHUNK, ...(after === undefined ? { before: at } : { after: at }) } as Page;
    const newestFirst = entitlements.page("application", applicationId, page);
    const chunk = after === undefined ? newestFirst : newestFirst.toReversed();
    yield* chunk;
    at = chunk.at(-1)?.id;
    if (chunk.length < CHUNK) return;
  }
}

export function isBefore(id: Snowflake, other: Snowflake | undefined): boolean {
  return other === undefined || BigInt(id) < BigInt(other);
}
