import { EntitlementOwnerType, EntitlementType, SkuType, type Snowflake } from "sdkpp/wire";
import {
  NEW_ENTITLEMENT,
  type Entitlement,
  type EntitlementOwner,
} from "../../records/monetisation/entitlement.js";
import { isForGuild, type Sku } from "../../records/monetisation/sku.js";
import { entitlementView, partialEntitlementView } from "../../views/monetisation/entitlement.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { ENTITLEMENTS_MAX, makeRoom } from "../../world/monetisation/entitlements.js";
import type { MonetisationWorld } from "../../world/monetisation/monetisation-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ClockPort, IdsPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { invalidField, unknownGuild, unknownUser } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { developerFault } from "./access.js";
import { noRoom, notATestEntitlement, notConsumable, unknownEntitlement, unknownSku } from "./faults.js";

/** The slices of the world that these rules use. */
type Touched = MonetisationWorld & UserWorld & GuildWorld & ClockPort & IdsPort;

/** The ids in the path of a request for an entitlement. */
export interface EntitlementPath {
  readonly applicationId: Snowflake;
  readonly entitlementId: Snowflake;
}

export interface TestEntitlementInput {
  readonly skuId: Snowflake;
  readonly ownerId: Snowflake;
  /** A value of `EntitlementOwnerType`. */
  readonly ownerType: number;
}

/** `GET …/entitlements/{entitlement}`: also one that was deleted. */
export function getEntitlement(
  world: MonetisationWorld,
  actor: Actor,
  path: EntitlementPath,
): Result<Record<string, unknown>> {
  const entitlement = findEntitlement(world, actor, path);
  return entitlement instanceof Fault ? entitlement : done(entitlementView(entitlement));
}

/** `POST …/entitlements`: access to a SKU for tests, until it is deleted. */
export function createTestEntitlement(
  world: Touched,
  actor: Actor,
  applicationId: Snowflake,
  input: TestEntitlementInput,
): Result<Record<string, unknown>> {
  const fault = developerFault(actor, applicationId);
  if (fault !== undefined) return fault;
  const sku = world.skus.get(input.skuId);
  if (sku?.applicationId !== applicationId || sku.type === SkuType.SubscriptionGroup) return unknownSku();
  const owner = ownerOf(world, sku, input);
  if (owner instanceof Fault) return owner;
  if (!makeRoom(world, owner)) return noRoom(ENTITLEMENTS_MAX);
  const entitlement: Entitlement = {
    ...NEW_ENTITLEMENT,
    ...owner,
    id: world.ids.next(),
    skuId: sku.id,
    type: EntitlementType.ApplicationSubscription,
    isTest: true,
  };
  world.entitlements.put(entitlement);
  return done(partialEntitlementView(entitlement), [{ kind: "entitlementCreated", entitlement }]);
}

/** `DELETE …/entitlements/{entitlement}`: only of tests. */
export function deleteTestEntitlement(
  world: MonetisationWorld,
  actor: Actor,
  path: EntitlementPath,
): Result<undefined> {
  const before = findEntitlement(world, actor, path);
  if (before instanceof Fault) return before;
  if (!before.isTest) return notATestEntitlement();
  if (before.deleted) return unknownEntitlement();
  const entitlement = { ...before, deleted: true };
  world.entitlements.put(entitlement);
  return done(undefined, [{ kind: "entitlementDeleted", entitlement }]);
}

/** `POST …/entitlements/{entitlement}/consume`: again has no effect. */
export function consumeEntitlement(
  world: MonetisationWorld,
  actor: Actor,
  path: EntitlementPath,
): Result<undefined> {
  const before = findEntitlement(world, actor, path);
  if (before instanceof Fault) return before;
  if (before.deleted) return unknownEntitlement();
  if (world.skus.get(before.skuId)?.type !== SkuType.Consumable) return notConsumable();
  if (before.consumed) return done(undefined);
  const entitlement = { ...before, consumed: true };
  world.entitlements.put(entitlement);
  return done(undefined, [{ kind: "entitlementUpdated", entitlement }]);
}

/** An entitlement of the actor's application. */
function findEntitlement(
  { entitlements }: MonetisationWorld,
  actor: Actor,
  { applicationId, entitlementId }: EntitlementPath,
): Entitlement | Fault {
  const fault = developerFault(actor, applicationId);
  if (fault !== undefined) return fault;
  const entitlement = entitlements.get(entitlementId);
  return entitlement?.applicationId === applicationId ? entitlement : unknownEntitlement();
}

/** Subscriptions of servers belong to servers, all others to users. */
function ownerOf(
  world: Touched,
  sku: Sku,
  { ownerId: id, ownerType: type }: TestEntitlementInput,
): EntitlementOwner | Fault {
  const { applicationId } = sku;
  const isGuild = type === EntitlementOwnerType.Guild;
  if (isGuild !== isForGuild(sku))
    return invalidField("owner_type", "BASE_TYPE_CHOICES", "The SKU is not for owners of this type.");
  if (isGuild)
    return world.guilds.get(id) === undefined ? unknownGuild() : { applicationId, userId: null, guildId: id };
  return world.users.get(id) === undefined ? unknownUser() : { applicationId, userId: id, guildId: null };
}
