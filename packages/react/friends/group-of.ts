import { RelationshipGroupType, StatusType } from "sdkpp/enums";
import type { ApplicationId, UserRecord } from "sdkpp/surface";

const ONLINE: ReadonlySet<StatusType> = new Set([
  StatusType.Online,
  StatusType.Idle,
  StatusType.Dnd,
  StatusType.Streaming,
]);

/** Returns the group of a friend. @param gameId application id of this game; undefined where the page may not see the session */
export function groupOf(user: UserRecord, gameId: ApplicationId | undefined): RelationshipGroupType {
  if (!ONLINE.has(user.status)) return RelationshipGroupType.Offline;
  const played = user.gameActivity?.applicationId;
  const isPlaying = played !== undefined && played === gameId;
  return isPlaying ? RelationshipGroupType.OnlinePlayingGame : RelationshipGroupType.OnlineElsewhere;
}
