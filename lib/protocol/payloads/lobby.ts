import { LobbyMemberFlag } from "../../wire/index.js";
import { asId, asInteger, asMetadata, asObject, parseEach, type JsonObject } from "../checked.js";
import { parseLinkedChannel, type CheckedLinkedChannel } from "./guild.js";
import { parseUser, type CheckedUser } from "./user.js";
import { parseVoiceState, type CheckedVoiceState } from "./voice-state.js";

/** A lobby member whose fields have been checked; the same for the HTTP and the gateway form. */
export interface CheckedLobbyMember {
  id: bigint;
  /** the HTTP form carries none */
  user: CheckedUser | undefined;
  metadata: Record<string, string>;
  canLinkLobby: boolean;
  connected: boolean;
}

export interface CheckedLobby {
  id: bigint;
  metadata: Record<string, string>;
  members: CheckedLobbyMember[];
  voiceStates: CheckedVoiceState[];
  linkedChannel: CheckedLinkedChannel | undefined;
}

export interface CheckedLobbyMemberEvent {
  lobbyId: bigint;
  member: CheckedLobbyMember;
}

/** The gateway says `user_id`, HTTP says `id`. */
export function parseLobbyMember(value: unknown): CheckedLobbyMember | undefined {
  const member = asObject(value);
  if (member === undefined) return undefined;
  const user = parseUser(member["user"]);
  const id = asId(member["user_id"]) ?? asId(member["id"]) ?? user?.id;
  if (id === undefined) return undefined;
  return { id, user, ...memberDetails(member) };
}

function memberDetails(
  member: JsonObject,
): Pick<CheckedLobbyMember, "metadata" | "canLinkLobby" | "connected"> {
  const flags = asInteger(member["flags"], 0, 0x7fffffff) ?? 0;
  return {
    metadata: asMetadata(member["metadata"]),
    canLinkLobby: (flags & LobbyMemberFlag.CanLinkLobby) !== 0,
    connected: member["connected"] === true,
  };
}

export function parseLobby(value: unknown): CheckedLobby | undefined {
  const lobby = asObject(value);
  const id = asId(lobby?.["id"]);
  if (lobby === undefined || id === undefined) return undefined;
  return {
    id,
    metadata: asMetadata(lobby["metadata"]),
    members: parseEach(lobby["members"], parseLobbyMember),
    voiceStates: parseEach(lobby["voice_states"], parseVoiceState).map((state) => ({
      ...state,
      lobbyId: id,
    })),
    linkedChannel: parseLinkedChannel(lobby["linked_channel"]),
  };
}

export function parseLobbyMemberEvent(value: unknown): CheckedLobbyMemberEvent | undefined {
  const event = asObject(value);
  const lobbyId = asId(event?.["lobby_id"]);
  const member = parseLobbyMember(event?.["member"]);
  return lobbyId === undefined || member === undefined ? undefined : { lobbyId, member };
}

/** The id of a LOBBY_DELETE. */
export function parseLobbyDelete(value: unknown): bigint | undefined {
  return asId(asObject(value)?.["id"]);
}
