import { idArgument, type IdLike } from "../argument.js";
import type { ClientEvents } from "../core/client-events.js";
import { lobbyShape, type LobbyValue } from "../core/client-lobbies.js";
import { resultOnly, type OperationOptions } from "../core/operation.js";
import type { LobbyHandle } from "../handles/lobby-handle.js";
import type { ClientResult } from "../values/client-result.js";
import { ClientWithLinkedChannels } from "./linked-channels.js";

type CreateOrJoinLobbyCallback = (result: ClientResult, lobbyId: bigint) => void;
type LeaveLobbyCallback = (result: ClientResult) => void;
type Metadata = Record<string, string>;

/** Lobbies. */
export abstract class ClientWithLobbies extends ClientWithLinkedChannels {
  /** @param secret 1–250 characters. @mirrors Client::CreateOrJoinLobby */
  createOrJoinLobby(secret: string, callback: CreateOrJoinLobbyCallback): void;
  createOrJoinLobby(secret: string, options?: OperationOptions): Promise<LobbyValue>;
  createOrJoinLobby(
    secret: string,
    last?: CreateOrJoinLobbyCallback | OperationOptions,
  ): Promise<LobbyValue> | void {
    const { lobbies, operations } = this.core;
    return operations.start(
      lobbyShape,
      (signal) => lobbies.createOrJoin(secret, undefined, undefined, signal),
      last,
    );
  }

  /**
   * As `createOrJoinLobby`; metadata replaces what was there.
   * @mirrors Client::CreateOrJoinLobbyWithMetadata
   */
  createOrJoinLobbyWithMetadata(
    secret: string,
    lobbyMetadata: Metadata,
    memberMetadata: Metadata,
    callback: CreateOrJoinLobbyCallback,
  ): void;
  createOrJoinLobbyWithMetadata(
    secret: string,
    lobbyMetadata: Metadata,
    memberMetadata: Metadata,
    options?: OperationOptions,
  ): Promise<LobbyValue>;
  createOrJoinLobbyWithMetadata(
    secret: string,
    lobbyMetadata: Metadata,
    memberMetadata: Metadata,
    last?: CreateOrJoinLobbyCallback | OperationOptions,
  ): Promise<LobbyValue> | void {
    const { lobbies, operations } = this.core;
    const run = (signal: AbortSignal): Promise<LobbyValue> =>
      lobbies.createOrJoin(secret, lobbyMetadata, memberMetadata, signal);
    return operations.start(lobbyShape, run, last);
  }

  /** Only lobbies made with a secret can be left. @mirrors Client::LeaveLobby */
  leaveLobby(lobbyId: IdLike, callback: LeaveLobbyCallback): void;
  leaveLobby(lobbyId: IdLike, options?: OperationOptions): Promise<ClientResult>;
  leaveLobby(lobbyId: IdLike, last?: LeaveLobbyCallback | OperationOptions): Promise<ClientResult> | void {
    const { lobbies, operations } = this.core;
    return operations.start(resultOnly, (signal) => lobbies.leave(lobbyId, signal), last);
  }

  /** Right after `Ready` some may still be missing; `lobbyCreated` follows. @mirrors Client::GetLobbyIds */
  getLobbyIds(): bigint[] {
    return this.core.world.lobbies.ids();
  }

  /** @returns undefined for a lobby that is not known. @mirrors Client::GetLobbyHandle */
  getLobbyHandle(lobbyId: IdLike): LobbyHandle | undefined {
    return this.core.lobby(idArgument("lobbyId", lobbyId));
  }

  /** A lobby became available; undefined removes. @mirrors Client::SetLobbyCreatedCallback */
  setLobbyCreatedCallback(cb: ClientEvents["lobbyCreated"] | undefined): void {
    this.core.events.setCallback("lobbyCreated", cb);
  }

  /** A lobby is gone, or the user was removed. @mirrors Client::SetLobbyDeletedCallback */
  setLobbyDeletedCallback(cb: ClientEvents["lobbyDeleted"] | undefined): void {
    this.core.events.setCallback("lobbyDeleted", cb);
  }

  /** Its metadata or its linked channel is another one. @mirrors Client::SetLobbyUpdatedCallback */
  setLobbyUpdatedCallback(cb: ClientEvents["lobbyUpdated"] | undefined): void {
    this.core.events.setCallback("lobbyUpdated", cb);
  }

  /** Another user was added, not necessarily online. @mirrors Client::SetLobbyMemberAddedCallback */
  setLobbyMemberAddedCallback(cb: ClientEvents["lobbyMemberAdded"] | undefined): void {
    this.core.events.setCallback("lobbyMemberAdded", cb);
  }

  /** Another user was removed. @mirrors Client::SetLobbyMemberRemovedCallback */
  setLobbyMemberRemovedCallback(cb: ClientEvents["lobbyMemberRemoved"] | undefined): void {
    this.core.events.setCallback("lobbyMemberRemoved", cb);
  }

  /**
   * A member connected, disconnected, or has other metadata.
   * @mirrors Client::SetLobbyMemberUpdatedCallback
   */
  setLobbyMemberUpdatedCallback(cb: ClientEvents["lobbyMemberUpdated"] | undefined): void {
    this.core.events.setCallback("lobbyMemberUpdated", cb);
  }
}
