import { ApplicationDisclosure, type DisclosuresPayload, type Snowflake } from "sdkpp/wire";
import { grantKey } from "../../records/grant-key.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import { unknownApplication } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";

/** Games that send messages owe their players this one. */
const OWED: readonly number[] = [ApplicationDisclosure.DataSharingMessage];

/** `GET /applications/{id}/disclosures`: of the token's own application. */
export function listDisclosures(
  world: MessageWorld,
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

/** `POST /applications/{id}/disclosures`: the user acknowledges them. */
export function acknowledgeDisclosures(
  world: MessageWorld,
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

function acknowledgedBy(world: MessageWorld, { application, user }: Actor): readonly number[] {
  return world.disclosures.get(grantKey(application.id, user.id))?.acknowledged ?? [];
}
