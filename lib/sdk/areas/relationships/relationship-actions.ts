import type { RelationshipKind } from "../../../state/index.js";
import { RelationshipType } from "../../../wire/index.js";

const { None, Friend, Blocked, PendingIncoming, PendingOutgoing } = RelationshipType;

/** An operation on one relationship: its precondition, its request and its outcome. */
export interface RelationshipAction {
  readonly kind: RelationshipKind;
  /** Type that the relationship must have before the request; undefined: any type. */
  readonly needs?: RelationshipType;
  /** Body of a PUT request; undefined: a DELETE request is sent. */
  readonly body?: { readonly type?: RelationshipType };
  /** Types that the relationship may have afterwards. */
  readonly leadsTo: readonly RelationshipType[];
}

const request = (kind: RelationshipKind): RelationshipAction => ({
  kind,
  // Without a type, the request accepts a request of the other user.
  body: {},
  leadsTo: [PendingOutgoing, Friend],
});
const accept = (kind: RelationshipKind): RelationshipAction => ({
  kind,
  needs: PendingIncoming,
  body: { type: Friend },
  leadsTo: [Friend],
});
const end = (kind: RelationshipKind, needs: RelationshipType): RelationshipAction => ({
  kind,
  needs,
  leadsTo: [None],
});

/** The actions by SDK function name; the platform can disable them by the same name. */
export const RELATIONSHIP_ACTIONS = {
  SendDiscordFriendRequestById: request("platform"),
  SendGameFriendRequestById: request("game"),
  AcceptDiscordFriendRequest: accept("platform"),
  AcceptGameFriendRequest: accept("game"),
  RejectDiscordFriendRequest: end("platform", PendingIncoming),
  RejectGameFriendRequest: end("game", PendingIncoming),
  CancelDiscordFriendRequest: end("platform", PendingOutgoing),
  CancelGameFriendRequest: end("game", PendingOutgoing),
  RemoveGameFriend: end("game", Friend),
  BlockUser: { kind: "platform", body: { type: Blocked }, leadsTo: [Blocked] },
  UnblockUser: end("platform", Blocked),
} as const satisfies Record<string, RelationshipAction>;

export type RelationshipActionName = keyof typeof RELATIONSHIP_ACTIONS;
