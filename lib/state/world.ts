import { applyMessageEvent, isMessageEvent } from "./apply-message-event.js";
import { ChannelStore } from "./channel-store.js";
import type { MemberFacts, WorldChange, WorldEvent } from "./events.js";
import { LobbyStore } from "./lobby-store.js";
import type { MessageEvent } from "./message-events.js";
import { MessageStore } from "./message-store.js";
import { UserStore } from "./user-store.js";

/** Handles look at it through this view: they read and never write. */
export interface WorldView {
  readonly users: Pick<UserStore, "get" | "currentId">;
  readonly lobbies: Pick<LobbyStore, "get" | "ids">;
  readonly channels: Pick<ChannelStore, "get" | "directWith">;
  readonly messages: Pick<MessageStore, "get" | "find" | "newest">;
}

/** The client's picture of the world: stores changed only by events. */
export class World implements WorldView {
  readonly users = new UserStore();
  readonly lobbies = new LobbyStore();
  readonly channels = new ChannelStore();
  readonly messages = new MessageStore();

  apply(event: WorldEvent): WorldChange[] {
    const changes = isMessageEvent(event) ? applyMessageEvent(this, event) : this.#apply(event);
    for (const change of changes) if (change.type === "lobbyDeleted") this.messages.drop(change.lobbyId);
    return changes;
  }

  #apply(event: Exclude<WorldEvent, MessageEvent>): WorldChange[] {
    switch (event.type) {
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
    this.lobbies.clear();
    this.channels.clear();
    this.messages.clear();
    return [];
  }
}

type WorldEventReady = Extract<WorldEvent, { type: "ready" }>;
