import { parseLobby, type CheckedLobby } from "../../protocol/index.js";
import type { World, WorldEvent } from "../../state/index.js";
import { LOBBY_SECRET_MAX, Route, type CreateOrJoinLobbyBody } from "../../wire/index.js";
import { boundedText, idArgument, metadataArgument, type IdLike } from "../argument.js";
import { ErrorType } from "../enums.js";
import type { Host } from "../host-options.js";
import type { ClientResult } from "../values/client-result.js";
import type { Api } from "./api.js";
import type { ClientSession } from "./client-session.js";
import { failed, Failure, success } from "./failure.js";
import type { Shape } from "./operation.js";

export interface LobbyValue {
  result: ClientResult;
  lobbyId: bigint;
}

export const lobbyShape: Shape<LobbyValue, [ClientResult, bigint]> = {
  failed: (result) => ({ result, lobbyId: 0n }),
  args: ({ result, lobbyId }) => [result, lobbyId],
  result: ({ result }) => result,
};

export interface LobbyParts {
  host: Host;
  api: Api;
  session: ClientSession;
  world: World;
  changeWorld: (event: WorldEvent) => void;
}

/** How long the gateway may take to tell of a lobby that HTTP has confirmed. */
const ANNOUNCEMENT_MS = 2000;

/** Joining and leaving lobbies. */
export class ClientLobbies {
  readonly #parts: LobbyParts;
  readonly #awaited = new Map<bigint, Set<() => void>>();

  constructor(parts: LobbyParts) {
    this.#parts = parts;
  }

  async createOrJoin(
    secret: string,
    lobbyMetadata: Record<string, string> | undefined,
    memberMetadata: Record<string, string> | undefined,
    signal: AbortSignal,
  ): Promise<LobbyValue> {
    const { api, session } = this.#parts;
    const body: CreateOrJoinLobbyBody = {
      secret: boundedText("secret", secret, 1, LOBBY_SECRET_MAX),
      ...(lobbyMetadata === undefined
        ? {}
        : { lobby_metadata: metadataArgument("lobbyMetadata", lobbyMetadata) }),
      ...(memberMetadata === undefined
        ? {}
        : { member_metadata: metadataArgument("memberMetadata", memberMetadata) }),
    };
    session.requireReady();
    session.requireEnabled("CreateOrJoinLobby");
    const answer = await api.call(
      { method: "PUT", path: Route.lobbies(), json: body, signal },
      session.token,
    );
    const lobby = parseLobby(answer);
    if (lobby === undefined)
      throw new Failure(failed(ErrorType.NetworkError, "the platform's answer is no lobby"));
    await this.#untilKnown(lobby);
    return { result: success(), lobbyId: lobby.id };
  }

  async leave(lobbyId: IdLike, signal: AbortSignal): Promise<ClientResult> {
    const { api, session } = this.#parts;
    const id = idArgument("lobbyId", lobbyId);
    session.requireReady();
    session.requireEnabled("LeaveLobby");
    await api.call({ method: "DELETE", path: Route.ownLobbyMember(id), signal }, session.token);
    this.#parts.changeWorld({ type: "lobbyDeleted", lobbyId: id });
    return success();
  }

  /** To be called when a lobby became known. */
  created(lobbyId: bigint): void {
    for (const resolve of this.#awaited.get(lobbyId) ?? []) resolve();
    this.#awaited.delete(lobbyId);
  }

  /**
   * The caller may ask for the handle at once, so the gateway's news is awaited; HTTP's own if it never
   * comes.
   */
  async #untilKnown(lobby: CheckedLobby): Promise<void> {
    if (this.#parts.world.lobbies.get(lobby.id) !== undefined) return;
    await new Promise<void>((resolve) => {
      const cancel = this.#parts.host.clock.schedule(ANNOUNCEMENT_MS, resolve);
      const waiting = this.#awaited.get(lobby.id) ?? new Set();
      this.#awaited.set(
        lobby.id,
        waiting.add(() => (cancel(), resolve())),
      );
    });
    this.#awaited.delete(lobby.id);
    if (this.#parts.world.lobbies.get(lobby.id) === undefined) {
      this.#parts.changeWorld({ type: "lobby", lobby, announce: false });
    }
  }
}
