import type { UserId, UserRecord } from "sdkpp/surface";
import { useRecord } from "../store/use-record.js";
import { whole } from "../store/whole.js";
import { useOwnId } from "./use-own-id.js";

/**
 * Returns a user, or the player without an id; undefined for who is unknown. It renders when this user changes, so rows of a list call it by
 * themselves.
 * @example
 * const Row = memo(({ id }: { id: UserId }) => <li>{useUser(id)?.displayName}</li>);
 */
export function useUser(userId?: UserId): UserRecord | undefined {
  const own = useOwnId(userId === undefined);
  return useRecord("users", userId ?? own, whole<UserRecord | undefined>);
}
