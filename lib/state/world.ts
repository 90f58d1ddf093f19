import { ActivityInviteStore } from "./activity-invite-store.js";
import type { ApplicationProfileEvent } from "./application-profile-events.js";
import { ApplicationProfileStore } from "./application-profile-store.js";
import { applyActivityInviteEvent, revalidatedInvites } from "./apply-activity-invite-event.js";
import {
  applyApplicationProfileEvent,
  isApplicationProfileEvent,
} from "./apply-application-profile-event.js";
import { applyMessageEvent, isMessageEvent } from "./apply-message-event.js";
import { applyRelationshipEvent, isRelationshipEvent, staleGroups } from "./apply-relationship-event.js";
import { ChannelStore } from "./channel-store.js";
import type { MemberFacts, WorldChange, WorldEvent } from "./events.js";
import { LobbyStore } from "./lobby-store.js";
import type { MessageEvent } from "./message-events.js";
import { MessageStore } from "./message-store.js";
import { PresenceStore } from "./presence-store.js";
import type { RelationshipEvent } from "./relationship-events.js";
import { RelationshipStore } from "./relationship-store.js";
import { UserStore } from "./user-store.js";

/** The read-only view through which handles see the world. */
export interface WorldView {
  readonly users: Pick<UserStore, "get" | "currentId">;
  readonly profiles: Pick<ApplicationProfileStore, "get">;
  readonly lobbies: Pick<LobbyStore, "get" | "ids">;
  readonly relationships: Pick<RelationshipStore, "get" | "all" | "friends">;
  readonly presences: Pick<PresenceStore, "get">;
  readonly invites: Pick<ActivityInviteStore, "get">;
  readonly channels: Pick<ChannelStore, "get" | "directWith">;
  readonly messages: Pick<MessageStore, "get" | "find" | "newest">;
}

/** The client's picture of the world: stores changed only by events. */
export class World implements WorldView {
  readonly users = new UserStore();
  readonly profiles = new ApplicationProfileStore();
  readonly lobbies = new LobbyStore();
  readonly relationships = new RelationshipStore();
  readonly presences = new PresenceStore();
  readonly invites = new ActivityInviteStore();
  readonly channels = new ChannelStore();
  readonly messages = new MessageStore();

  apply(event: WorldEvent): WorldChange[] {
    const changes = this.#apply(event);
    for (const change of changes) if (change.type === "lobbyDeleted") this.messages.drop(change.lobbyId);
    const stale = staleGroups(this, changes);
    const revalidated = revalidatedInvites(this);
    return stale.length + revalidated.length === 0 ? changes : [...changes, ...stale, ...revalidated];
  }

  #apply(event: WorldEvent): WorldChange[] {
    // Presences, the most frequent events, come first.
    if (isRelationshipEvent(event)) return applyRelationshipEvent(this, event);
    if (isMessageEvent(event)) return applyMessageEvent(this, event);
    if (isApplicationProfileEvent(event)) return applyApplicationProfileEvent(this, event);
    return this.#applyRest(event);
  }

  #applyRest(
    event: Exclude<WorldEvent, ApplicationProfileEvent | MessageEvent | RelationshipEvent>,
  ): WorldChange[] {
    switch (event.type) {
      case "activityInvite":
      case "activityInviteExpired":
        return applyActivityInviteEvent(this, event);
      case "ready":
        return this.#ready(event);
      case "user":
        return this.users.put(event.user);
      case "lobby":
        return [...this.#learnUsers(event.lobby.members), ...this.lobbies.put(event.lobby, event.announce)];
      case "lobbyDeleted":
        return this.lobbies.delete(event.lobbyId);
      case "member":
        return [...this.#learnUsers([event.member]), ...this.lobbies.putMember(event.lobbyId, event.member)];
      case "memberRemoved":
        return this.lobbies.removeMember(event.lobbyId, event.memberId);
      case "voiceState":
        return this.lobbies.putVoiceState(event.lobbyId, event.voiceState);
      case "cleared":
        return this.#clear();
    }
  }

  #ready(event: WorldEventReady): WorldChange[] {
    this.messages.interrupt();
    return [
      ...this.users.setCurrent(event.user),
      ...event.lobbies.flatMap((lobby) => this.#learnUsers(lobby.members)),
      ...this.lobbies.replaceAll(event.lobbies),
    ];
  }

  #learnUsers(members: readonly MemberFacts[]): WorldChange[] {
    return members.flatMap((member) => (member.user === undefined ? [] : this.users.put(member.user)));
  }

  #clear(): WorldChange[] {
    this.users.clear();
    this.profiles.clear();
    this.lobbies.clear();
    this.relationships.clear();
    this.presences.clear();
    this.invites.clear();
    this.channels.clear();
    this.messages.clear();
    return [];
  }
}

type WorldEventReady = Extract<WorldEvent, { type: "ready" }>;
