import type { Snowflake } from "sdkpp/wire";
import { Collection, type Store } from "../../../store/store.js";
import { lobbyIndex, type Lobby } from "../../records/lobby/lobby.js";

export interface LobbyWorld {
  readonly lobbies: Collection<Lobby>;
  /** Since when no member of a lobby has had a live session, in time that has elapsed. */
  readonly idleSince: Map<Snowflake, number>;
}

export function lobbyWorld(store: Store): LobbyWorld {
  return {
    lobbies: new Collection<Lobby>(store, "lobby", (one) => one.id, lobbyIndex),
    idleSince: new Map(),
  };
}
