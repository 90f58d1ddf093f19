import { MessageActivityType } from "../wire/index.js";
import type { ActivityInviteEvent } from "./activity-invite-events.js";
import { isInParty, type ActivityInviteStore } from "./activity-invite-store.js";
import type { WorldChange } from "./events.js";
import type { MessageStore } from "./message-store.js";
import type { PresenceStore } from "./presence-store.js";
import type { UserStore } from "./user-store.js";

/** The stores that an event about invites reads and changes. */
interface InviteWorld {
  readonly users: UserStore;
  readonly presences: PresenceStore;
  readonly messages: MessageStore;
  readonly invites: ActivityInviteStore;
}

/** Ignores the player's own invites. Stores the message that carried the invite without reporting it. */
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

/** Finds the invites that became valid or invalid. A join request asks for the player's own party. */
export function revalidatedInvites({ users, presences, invites }: InviteWorld): WorldChange[] {
  return invites.revalidate((record) => {
    const hostId = record.type === MessageActivityType.Join ? record.senderId : users.currentId;
    const presence = hostId === undefined ? undefined : presences.get(hostId);
    return isInParty(presence?.activities ?? [], record);
  });
}
