import type { InviteRecord } from "sdkpp/surface";
import { useList } from "../store/use-list.js";
import { invitesOf } from "./invites-of.js";

const NONE: readonly InviteRecord[] = [];

/**
 * Returns the invites and join requests that the player can still answer, the oldest first: those, too, that came before the page was open. It renders
 * when one comes or goes.
 * @example
 * const accept = useOperation("acceptActivityInvite");
 * return useInvites().map((invite) => <button key={invite.messageId} onClick={() => accept.run(invite)}>Join</button>);
 */
export function useInvites(): readonly InviteRecord[] {
  return useList("invites", invitesOf, NONE);
}
