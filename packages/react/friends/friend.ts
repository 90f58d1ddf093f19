import type { RelationshipGroupType } from "sdkpp/enums";
import type { RelationshipRecord, UserId, UserRecord } from "sdkpp/surface";

/** A friend of either kind, and where the friends list has it. It is replaced as one of its parts changes. */
export interface Friend {
  readonly id: UserId;
  readonly group: RelationshipGroupType;
  readonly user: UserRecord;
  readonly relationship: RelationshipRecord;
}
