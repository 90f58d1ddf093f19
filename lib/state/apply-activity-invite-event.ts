import { MessageActivityType } from "../wire/index.js";
import { isInParty, type ActivityInviteFacts, type ActivityInviteStore } from "./activity-invite-store.js";
import type { WorldChange } from "./events.js";
import type { MessageFacts } from "./message-records.js";
import type { MessageStore } from "./message-store.js";
import type { PresenceStore } from "./presence-store.js";
import type { UserStore } from "./user-store.js";

/** What was told about invites. */
export type ActivityInviteEvent =
  /** `message`: the one it travelled in, where that was told */
  | { type: "activityInvite"; invite: ActivityInviteFacts; message: MessageFacts | undefined }
  | { type: "activityInviteExpired"; messageId: bigint };

/** The stores an event about invites changes, and what it looks at. */
interface InviteWorld {
  readonly users: UserStore;
  readonly presences: PresenceStore;
  readonly messages: MessageStore;
  readonly invites: ActivityInviteStore;
}

/** Nobody sees their own invites; of the message itself nothing is told, but it is there. */
export function applyActivityInviteEvent(world: InviteWorld, event: ActivityInviteEvent): WorldChange[] {
  if (event.type === "activityInviteExpired") {
    world.invites.expire(event.messageId);
    return [];
  }
  const { invite, message } = event;
  const learned = world.users.put(invite.sender);
  if (message !== undefined) world.messages.create(message);
  return invite.sender.id === world.users.currentId ? learned : [...learned, ...world.invites.create(invite)];
}

/** Which invites became valid or invalid. The party of a join request is the player's own. */
export function judgedInvites({ users, presences, invites }: InviteWorld): WorldChange[] {
  return invites.judge((record) => {
    const hostId = record.type === MessageActivityType.Join ? record.senderId : users.currentId;
    const presence = hostId === undefined ? undefined : presences.get(hostId);
    return isInParty(presence?.activities ?? [], record);
  });
}
