import type { LobbyJoined, LobbiesArea } from "./lobbies-area.js";
import type { IdLike } from "../../argument.js";
import type { ClientEvents } from "../../core/events/client-events.js";
import type { LobbyHandle } from "../../handles/lobby-handle.js";
import type { ClientResult } from "../../values/client-result.js";
import type { Metadata } from "../../core/world/metadata.js";
import type { EventHub } from "../../core/events/event-hub.js";
import type { MembersOf, Operation } from "../../core/operations/members.js";

/** Members of `Client`: lobbies. */
export interface LobbyMembers {
  /**
   * Joins the lobby with this secret, or creates it. Members who join with the same secret meet in the same lobby.
   * @param secret 1–250 characters
   * @example
   * const { lobbyId } = await client.createOrJoinLobby("match-42");
   * const members = client.getLobbyHandle(lobbyId)?.lobbyMembers ?? [];
   * console.log(members.map((member) => member.user?.displayName));
   * @mirrors Client::CreateOrJoinLobby
   */
  createOrJoinLobby: Operation<[secret: string], LobbyJoined, [result: ClientResult, lobbyId: bigint]>;

  /**
   * As `createOrJoinLobby`, and replaces the metadata of the lobby and of the player's membership.
   * @mirrors Client::CreateOrJoinLobbyWithMetadata
   */
  createOrJoinLobbyWithMetadata: Operation<
    [secret: string, lobbyMetadata: Metadata, memberMetadata: Metadata],
    LobbyJoined,
    [result: ClientResult, lobbyId: bigint]
  >;

  /** Leaves a lobby. Only lobbies that were created with a secret can be left. @mirrors Client::LeaveLobby */
  leaveLobby: Operation<[lobbyId: IdLike]>;

  /**
   * Gets the ids of the player's lobbies. Right after `Ready` some may be missing; `lobbyCreated` reports them.
   * @mirrors Client::GetLobbyIds
   */
  getLobbyIds(): bigint[];

  /** Gets a lobby. @returns undefined for a lobby that the client does not know. @mirrors Client::GetLobbyHandle */
  getLobbyHandle(lobbyId: IdLike): LobbyHandle | undefined;

  /** Sets the callback for lobbies that become available; undefined removes it. @mirrors Client::SetLobbyCreatedCallback */
  setLobbyCreatedCallback(cb: ClientEvents["lobbyCreated"] | undefined): void;

  /**
   * Sets the callback for lobbies that are deleted, or that the player is removed from; undefined removes it.
   * @mirrors Client::SetLobbyDeletedCallback
   */
  setLobbyDeletedCallback(cb: ClientEvents["lobbyDeleted"] | undefined): void;

  /**
   * Sets the callback for changes of a lobby's metadata or linked channel; undefined removes it.
   * @mirrors Client::SetLobbyUpdatedCallback
   */
  setLobbyUpdatedCallback(cb: ClientEvents["lobbyUpdated"] | undefined): void;

  /**
   * Sets the callback for other users who are added to a lobby, online or not; undefined removes it.
   * @mirrors Client::SetLobbyMemberAddedCallback
   */
  setLobbyMemberAddedCallback(cb: ClientEvents["lobbyMemberAdded"] | undefined): void;

  /**
   * Sets the callback for other users who are removed from a lobby; undefined removes it.
   * @mirrors Client::SetLobbyMemberRemovedCallback
   */
  setLobbyMemberRemovedCallback(cb: ClientEvents["lobbyMemberRemoved"] | undefined): void;

  /**
   * Sets the callback for members who connect, disconnect or have new metadata; undefined removes it.
   * @mirrors Client::SetLobbyMemberUpdatedCallback
   */
  setLobbyMemberUpdatedCallback(cb: ClientEvents["lobbyMemberUpdated"] | undefined): void;
}

interface Parts {
  lobbies: LobbiesArea;
  events: EventHub<ClientEvents>;
}

export const lobbyMembers: MembersOf<LobbyMembers, Parts> = {
  createOrJoinLobby: ({ lobbies }, secret) => lobbies.createOrJoin(secret, undefined, undefined),
  createOrJoinLobbyWithMetadata: ({ lobbies }, secret, lobbyMetadata, memberMetadata) =>
    lobbies.createOrJoin(secret, lobbyMetadata, memberMetadata),
  leaveLobby: ({ lobbies }, lobbyId) => lobbies.leave(lobbyId),
  getLobbyIds: ({ lobbies }) => lobbies.ids(),
  getLobbyHandle: ({ lobbies }, lobbyId) => lobbies.handle(lobbyId),
  setLobbyCreatedCallback: ({ events }, cb) => events.setCallback("lobbyCreated", cb),
  setLobbyDeletedCallback: ({ events }, cb) => events.setCallback("lobbyDeleted", cb),
  setLobbyUpdatedCallback: ({ events }, cb) => events.setCallback("lobbyUpdated", cb),
  setLobbyMemberAddedCallback: ({ events }, cb) => events.setCallback("lobbyMemberAdded", cb),
  setLobbyMemberRemovedCallback: ({ events }, cb) => events.setCallback("lobbyMemberRemoved", cb),
  setLobbyMemberUpdatedCallback: ({ events }, cb) => events.setCallback("lobbyMemberUpdated", cb),
};
