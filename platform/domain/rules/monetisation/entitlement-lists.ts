import type { Snowflake } from "sdkpp/wire";
import { hasEnded, isActive, type Entitlement } from "../../records/monetisation/entitlement.js";
import { entitlementView } from "../../views/monetisation/entitlement.js";
import {
  entitlementsOf,
  isBefore,
  ofApplication,
  paidBy,
  type Range,
} from "../../world/monetisation/entitlements.js";
import type { MonetisationWorld } from "../../world/monetisation/monetisation-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ClockPort } from "../../world/ports.js";
import { unknownApplication } from "../faults.js";
import { done, type Result } from "../outcome.js";
import { developerFault } from "./access.js";

/** The slices of the world that these rules use. */
type Touched = MonetisationWorld & ClockPort;

/** Which entitlements are wanted. */
export interface EntitlementFilter extends Range {
  readonly userId?: Snowflake | undefined;
  readonly guildId?: Snowflake | undefined;
  /** Empty: all. */
  readonly skuIds: readonly Snowflake[];
  readonly excludeEnded: boolean;
  readonly excludeDeleted: boolean;
  readonly onlyActive: boolean;
}

/** `GET …/entitlements`: the newest, or the first after an id; oldest first. */
export function listEntitlements(
  world: Touched,
  actor: Actor,
  applicationId: Snowflake,
  filter: EntitlementFilter,
): Result<Record<string, unknown>[]> {
  const fault = developerFault(actor, applicationId);
  if (fault !== undefined) return fault;
  const wanted = matcher(world.clock.now(), filter);
  const found =
    filter.userId === undefined && filter.guildId === undefined
      ? ofApplication(world, applicationId, filter, wanted)
      : cutOut(ofOwner(world, applicationId, filter).filter(wanted), filter);
  return done(found.map(entitlementView));
}

/** `GET /users/@me/applications/{application}/entitlements`: what gives the user access, oldest first. */
export function listOwnEntitlements(
  world: Touched,
  actor: Actor,
  applicationId: Snowflake,
  { skuIds, excludeConsumed }: { readonly skuIds: readonly Snowflake[]; readonly excludeConsumed: boolean },
): Result<Record<string, unknown>[]> {
  if (applicationId !== actor.application.id) return unknownApplication();
  const now = world.clock.now();
  const owner = { applicationId, userId: actor.user.id, guildId: null };
  const found = entitlementsOf(world, owner).filter(
    (one) =>
      isActive({ ...one, consumed: false }, now) && !(excludeConsumed && one.consumed) && isOf(one, skuIds),
  );
  return done(found.map(entitlementView));
}

function ofOwner(
  world: MonetisationWorld,
  applicationId: Snowflake,
  { userId, guildId }: EntitlementFilter,
): Entitlement[] {
  if (guildId === undefined) return paidBy(world, applicationId, userId as Snowflake);
  const ofGuild = entitlementsOf(world, { applicationId, userId: null, guildId });
  return userId === undefined ? ofGuild : ofGuild.filter((one) => one.userId === userId);
}

/** The same of a list that is there as a whole. @param all oldest first */
function cutOut(
  all: readonly Entitlement[],
  { before, after, limit }: EntitlementFilter,
): readonly Entitlement[] {
  const inRange = all.filter(
    ({ id }) => isBefore(id, before) && (after === undefined || isBefore(after, id)),
  );
  return after === undefined ? inRange.slice(-limit) : inRange.slice(0, limit);
}

function matcher(now: number, filter: EntitlementFilter): (one: Entitlement) => boolean {
  return (one) =>
    isOf(one, filter.skuIds) &&
    !(filter.excludeDeleted && one.deleted) &&
    !(filter.excludeEnded && hasEnded(one, now)) &&
    !(filter.onlyActive && !isActive(one, now));
}

function isOf({ skuId }: Entitlement, skuIds: readonly Snowflake[]): boolean {
  return skuIds.length === 0 || skuIds.includes(skuId);
}
