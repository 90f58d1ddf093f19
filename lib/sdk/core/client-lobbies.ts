import { parseLobby, type CheckedLobby } from "../../protocol/index.js";
import type { World, WorldEvent } from "../../state/index.js";
import { LOBBY_SECRET_MAX, Route, type CreateOrJoinLobbyBody } from "../../wire/index.js";
import { boundedText, idArgument, metadataArgument, type IdLike } from "../argument.js";
import type { ClientResult } from "../values/client-result.js";
import type { Api } from "./api.js";
import type { ClientSession } from "./client-session.js";
import { answered, success } from "./failure.js";
import type { Shape } from "./operation.js";
import type { WorldNews } from "./world-news.js";

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
  api: Api;
  session: ClientSession;
  world: World;
  news: WorldNews;
  changeWorld: (event: WorldEvent) => void;
}

/** Joining and leaving lobbies. */
export class ClientLobbies {
  readonly #parts: LobbyParts;

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
    const hasMetadata = lobbyMetadata !== undefined || memberMetadata !== undefined;
    session.requireEnabled(hasMetadata ? "CreateOrJoinLobbyWithMetadata" : "CreateOrJoinLobby");
    const answer = await api.call(
      { method: "PUT", path: Route.lobbies(), json: body, signal },
      session.token,
    );
    const lobby = answered(parseLobby(answer), "no lobby");
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

  /** The caller may ask for the handle at once; HTTP's own news if the gateway's never come. */
  async #untilKnown(lobby: CheckedLobby): Promise<void> {
    const { news, world, changeWorld } = this.#parts;
    const isKnown = (): boolean => world.lobbies.get(lobby.id) !== undefined;
    await news.until(isKnown);
    if (!isKnown()) changeWorld({ type: "lobby", lobby, announce: false });
  }
}
