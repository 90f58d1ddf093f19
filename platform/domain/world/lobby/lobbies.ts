import type { Snowflake } from "sdkpp/wire";
import { grantKey } from "../../records/grant-key.js";
import type { Lobby } from "../../records/lobby/lobby.js";
import type { LobbyWorld } from "./lobby-world.js";

/** The lobbies a user is in, of one application. */
export function lobbiesOf(world: LobbyWorld, applicationId: Snowflake, userId: Snowflake): Lobby[] {
  return world.lobbies.listBy("member", grantKey(applicationId, userId));
}

/** A lobby by its id, unless it belongs to another application. */
export function lobbyOf(world: LobbyWorld, applicationId: Snowflake, lobbyId: Snowflake): Lobby | undefined {
  const lobby = world.lobbies.get(lobbyId);
  return lobby?.applicationId === applicationId ? lobby : undefined;
}
