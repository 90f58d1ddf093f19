import { RelationshipGroupType } from "sdkpp/enums";
import { useSocial } from "../provider/use-social.js";
import { useSource } from "../store/use-source.js";
import { whole } from "../store/whole.js";
import { friendsOf } from "./friends-of.js";
import type { RelationshipGroups } from "./friends.js";

const EMPTY: RelationshipGroups = {
  [RelationshipGroupType.OnlinePlayingGame]: [],
  [RelationshipGroupType.OnlineElsewhere]: [],
  [RelationshipGroupType.Offline]: [],
};

/**
 * Returns the ids of friends by their group, in the order of the SDK's friends list. It renders when somebody comes, goes or changes place, and not when
 * a friend changes otherwise: let rows call `useUser`. Of a group that stays the same, the array does, too.
 * @example
 * const { [RelationshipGroupType.OnlinePlayingGame]: playing } = useRelationshipGroups();
 * return playing.map((id) => <FriendRow key={id} id={id} />);
 */
export function useRelationshipGroups(): RelationshipGroups {
  const { state } = useSocial();
  return useSource(friendsOf(state).groups, whole<RelationshipGroups>, EMPTY);
}
