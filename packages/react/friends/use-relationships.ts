import { RelationshipType } from "sdkpp/enums";
import type { RelationshipRecord, UserId } from "sdkpp/surface";
import { compareIds } from "../store/compare-ids.js";
import { useList } from "../store/use-list.js";

/** Whom the player has to answer, waits for, and does not want to hear of. By id. */
export interface Relationships {
  /** requests that the player may accept, of either kind */
  readonly incoming: readonly UserId[];
  /** requests of the player, of either kind */
  readonly outgoing: readonly UserId[];
  readonly blocked: readonly UserId[];
}

const NONE: Relationships = { incoming: [], outgoing: [], blocked: [] };

/**
 * Returns requests and blocks. It renders when there is another one, or one less.
 * @example
 * const { incoming } = useRelationships();
 * return incoming.map((id) => <Request key={id} id={id} />);
 */
export function useRelationships(): Relationships {
  return useList("relationships", relationshipsOf, NONE);
}

function relationshipsOf(records: ReadonlyMap<string, RelationshipRecord>): Relationships {
  const ofType = (type: RelationshipType): readonly UserId[] => idsOfType(records, type);
  return {
    incoming: ofType(RelationshipType.PendingIncoming),
    outgoing: ofType(RelationshipType.PendingOutgoing),
    blocked: ofType(RelationshipType.Blocked),
  };
}

function idsOfType(records: ReadonlyMap<string, RelationshipRecord>, type: RelationshipType): UserId[] {
  const ids: UserId[] = [];
  for (const { id, discordRelationshipType, gameRelationshipType } of records.values())
    if (discordRelationshipType === type || gameRelationshipType === type) ids.push(id);
  return ids.sort(compareIds);
}
