import { Collection, type Store } from "../../../store/store.js";
import { lobbyIndex, type Lobby } from "../../records/lobby/lobby.js";

export interface LobbyWorld {
  readonly lobbies: Collection<Lobby>;
}

export function lobbyWorld(store: Store): LobbyWorld {
  return {
    lobbies: new Collection<Lobby>(store, "lobby", (one) => one.id, lobbyIndex),
  };
}
