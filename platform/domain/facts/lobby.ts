import type { Snowflake } from "sdkpp/wire";
import type { Lobby, LobbyLink, LobbyMember } from "../records/lobby/lobby.js";

export type LobbyFact =
  | { readonly kind: "lobbyCreated"; readonly lobby: Lobby }
  /** Its metadata, flags or other settings are new. */
  | { readonly kind: "lobbyUpdated"; readonly lobby: Lobby }
  | { readonly kind: "lobbyDeleted"; readonly lobby: Lobby }
  | { readonly kind: "lobbyMemberAdded"; readonly lobby: Lobby; readonly member: LobbyMember }
  | { readonly kind: "lobbyMemberUpdated"; readonly lobby: Lobby; readonly member: LobbyMember }
  | {
      readonly kind: "lobbyMemberRemoved";
      /** The lobby with the member. */
      readonly before: Lobby;
      readonly after: Lobby;
      readonly member: LobbyMember;
    }
  /** A bot replaced the list of members. */
  | { readonly kind: "lobbyMembersReplaced"; readonly lobby: Lobby; readonly addedIds: readonly Snowflake[] }
  | {
      readonly kind: "lobbyLinkChanged";
      /** The lobby with its new link, if any. */
      readonly lobby: Lobby;
      readonly before: LobbyLink | undefined;
    };
