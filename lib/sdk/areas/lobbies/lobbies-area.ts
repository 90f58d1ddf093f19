import { parseLobby, type CheckedLobby } from "../../../protocol/index.js";
import { LOBBY_SECRET_MAX, Route, type CreateOrJoinLobbyBody } from "../../../wire/index.js";
import { boundedText, idArgument, type IdLike } from "../../argument.js";
import { metadataArgument } from "../../pairs-argument.js";
import type { ClientEvents } from "../../core/events/client-events.js";
import type { EventHub } from "../../core/events/event-hub.js";
import { parsed, success } from "../../core/operations/failure.js";
import type { Feature } from "../../core/events/feature.js";
import type { Handles } from "../../core/world/handles.js";
import type { LiveWorld } from "../../core/world/live-world.js";
import {
  resultAnd,
  resultOnly,
  Task,
  type TaskOf,
  type OperationCall,
  type Shape,
} from "../../core/operations/task.js";
import type { PlayerApi } from "../../core/api/player-api.js";
import type { LobbyHandle } from "../../handles/lobby-handle.js";
import type { ClientResult } from "../../values/client-result.js";

type Metadata = Record<string, string>;

export interface LobbyJoined {
  result: ClientResult;
  lobbyId: bigint;
}

const lobbyShape: Shape<LobbyJoined, [ClientResult, bigint]> = resultAnd("lobbyId", () => 0n);

export interface LobbiesParts {
  playerApi: PlayerApi;
  world: LiveWorld;
  handles: Pick<Handles, "lobby">;
  events: EventHub<ClientEvents>;
}

/** Creating, joining and leaving lobbies; the lobbies that the player is in. */
export class LobbiesArea implements Feature {
  readonly #parts: LobbiesParts;

  constructor(parts: LobbiesParts) {
    this.#parts = parts;
    const { world, events } = parts;
    for (const type of ["lobbyCreated", "lobbyUpdated", "lobbyDeleted"] as const)
      world.on(type, ({ lobbyId }) => events.emit(type, lobbyId));
    world.on("memberAdded", ({ lobbyId, memberId }) => this.#member("lobbyMemberAdded", lobbyId, memberId));
    world.on("memberRemoved", ({ lobbyId, memberId }) =>
      this.#member("lobbyMemberRemoved", lobbyId, memberId),
    );
    world.on("memberUpdated", ({ lobbyId, memberId }) =>
      events.emit("lobbyMemberUpdated", lobbyId, memberId),
    );
  }

  createOrJoin(
    secret: string,
    lobbyMetadata: Metadata | undefined,
    memberMetadata: Metadata | undefined,
  ): TaskOf<typeof lobbyShape> {
    return new Task(lobbyShape, (call) => this.#createOrJoin(secret, lobbyMetadata, memberMetadata, call));
  }

  leave(lobbyId: IdLike): TaskOf<typeof resultOnly> {
    return new Task(resultOnly, (call) => this.#leave(lobbyId, call));
  }

  ids(): bigint[] {
    return this.#parts.world.view.lobbies.ids();
  }

  handle(lobbyId: IdLike): LobbyHandle | undefined {
    return this.#parts.handles.lobby(idArgument("lobbyId", lobbyId));
  }

  async #createOrJoin(
    secret: string,
    lobbyMetadata: Metadata | undefined,
    memberMetadata: Metadata | undefined,
    { functionName, signal }: OperationCall,
  ): Promise<LobbyJoined> {
    const { playerApi } = this.#parts;
    const json: CreateOrJoinLobbyBody = {
      secret: boundedText("secret", secret, 1, LOBBY_SECRET_MAX),
      ...(lobbyMetadata === undefined
        ? {}
        : { lobby_metadata: metadataArgument("lobbyMetadata", lobbyMetadata) }),
      ...(memberMetadata === undefined
        ? {}
        : { member_metadata: metadataArgument("memberMetadata", memberMetadata) }),
    };
    playerApi.require(functionName);
    const body = await playerApi.call({ method: "PUT", path: Route.lobbies(), json, signal });
    const lobby = parsed(parseLobby(body), "a lobby");
    await this.#untilKnown(lobby);
    return { result: success(), lobbyId: lobby.id };
  }

  async #leave(lobbyId: IdLike, { functionName, signal }: OperationCall): Promise<ClientResult> {
    const { playerApi, world } = this.#parts;
    const id = idArgument("lobbyId", lobbyId);
    playerApi.require(functionName);
    await playerApi.call({ method: "DELETE", path: Route.ownLobbyMember(id), signal });
    world.apply({ type: "lobbyDeleted", lobbyId: id });
    return success();
  }

  /** The caller may ask for the handle at once, so the response counts when the gateway does not announce the lobby. */
  async #untilKnown(lobby: CheckedLobby): Promise<void> {
    const { world } = this.#parts;
    const isKnown = (): boolean => world.view.lobbies.get(lobby.id) !== undefined;
    await world.until(isKnown);
    if (isKnown()) this.#applyOwnMetadata(lobby);
    else world.apply({ type: "lobby", lobby, announce: false });
  }

  /** The gateway tells the other members only. */
  #applyOwnMetadata({ id: lobbyId, members }: CheckedLobby): void {
    const { world } = this.#parts;
    const told = members.find(({ id }) => id === world.view.users.currentId);
    const known = told && world.view.lobbies.get(lobbyId)?.members.get(told.id);
    if (told === undefined || known === undefined) return;
    const member = { ...known, user: undefined, metadata: told.metadata };
    world.apply({ type: "member", lobbyId, member });
  }

  /** The player's own membership is not reported. */
  #member(event: "lobbyMemberAdded" | "lobbyMemberRemoved", lobbyId: bigint, memberId: bigint): void {
    const { world, events } = this.#parts;
    if (memberId !== world.view.users.currentId) events.emit(event, lobbyId, memberId);
  }
}
