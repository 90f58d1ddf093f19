import type { Collection } from "../../../store/store.js";
import type { Lobby } from "../../records/lobby/lobby.js";

export interface LobbyWorld {
  readonly lobbies: Collection<Lobby>;
}
