import type { RelationshipKind } from "../../state/index.js";
import { RelationshipType } from "../../wire/index.js";

const { None, Friend, Blocked, PendingIncoming, PendingOutgoing } = RelationshipType;

/** What an operation on one relationship needs, sends and leads to. */
export interface RelationshipAction {
  readonly kind: RelationshipKind;
  /** What must stand between the two for anything to be sent; undefined: anything may. */
  readonly needs?: RelationshipType;
  /** Of a PUT; without one, DELETE is sent. */
  readonly body?: { readonly type?: RelationshipType };
  /** What stands between the two afterwards. */
  readonly leadsTo: readonly RelationshipType[];
}

const request = (kind: RelationshipKind): RelationshipAction => ({
  kind,
  // Without a type: accepts, where the other has asked.
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

/** By the name of the SDK's function, which is also the name by which the platform can switch it off. */
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
