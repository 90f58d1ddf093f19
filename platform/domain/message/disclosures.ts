import { ApplicationDisclosure, type DisclosuresPayload, type Snowflake } from "sdkpp/wire";
import type { Actor } from "../actor.js";
import { unknownApplication } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { grantKey } from "../grant-key.js";
import type { World } from "../world.js";

/** What a user has been told about an application. */
export interface DisclosureRecord {
  readonly applicationId: Snowflake;
  readonly userId: Snowflake;
  readonly acknowledged: readonly number[];
}

/** Games that send messages owe their players this one. */
const OWED: readonly number[] = [ApplicationDisclosure.DataSharingMessage];

/** `GET /applications/{id}/disclosures`: of the token's own application. */
export function listDisclosures(
  world: World,
  actor: Actor,
  applicationId: Snowflake,
): Result<DisclosuresPayload> {
  if (applicationId !== actor.application.id) return unknownApplication();
  const acknowledged = acknowledgedBy(world, actor);
  return done({
    disclosures: [...OWED],
    acked_disclosures: [...acknowledged],
    all_acked: OWED.every((one) => acknowledged.includes(one)),
  });
}

/** `POST /applications/{id}/disclosures`: the user has been told. */
export function acknowledgeDisclosures(
  world: World,
  actor: Actor,
  applicationId: Snowflake,
  disclosures: readonly number[],
): Result<DisclosuresPayload> {
  const before = listDisclosures(world, actor, applicationId);
  if (before instanceof Fault) return before;
  const acknowledged = [...new Set([...acknowledgedBy(world, actor), ...disclosures])];
  world.disclosures.put({ applicationId, userId: actor.user.id, acknowledged });
  return listDisclosures(world, actor, applicationId);
}

export function disclosureKey({ applicationId, userId }: DisclosureRecord): string {
  return grantKey(applicationId, userId);
}

function acknowledgedBy(world: World, { application, user }: Actor): readonly number[] {
  return world.disclosures.get(grantKey(application.id, user.id))?.acknowledged ?? [];
}
