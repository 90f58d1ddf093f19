import { Collection, type Store } from "../../../store/store.js";
import { lobbyIndex, type Lobby } from "../../records/lobby/lobby.js";
import { IdleLobbies } from "./idle-lobbies.js";

export interface LobbyWorld {
  readonly lobbies: Collection<Lobby>;
  readonly idle: IdleLobbies;
}

export function lobbyWorld(store: Store): LobbyWorld {
  return {
    lobbies: new Collection<Lobby>(store, "lobby", (one) => one.id, lobbyIndex),
    idle: new IdleLobbies(),
  };
}
