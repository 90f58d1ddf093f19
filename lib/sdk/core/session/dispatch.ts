import {
  parseActivityInvite,
  parseApplicationIdentityRemove,
  parseApplicationIdentityUpdate,
  parseChannel,
  parseInviteMessage,
  parseLobby,
  parseLobbyDelete,
  parseLobbyMemberEvent,
  parseMessage,
  parseMessageDelete,
  parseGameRelationship,
  parsePresence,
  parseReady,
  parseRelationship,
  parseRelationshipEnd,
  parseUser,
  parseVoiceServer,
  parseVoiceState,
  type CheckedMessage,
  type CheckedReady,
  type CheckedRelationship,
  type CheckedVoiceServer,
  type CheckedVoiceState,
} from "../../../protocol/index.js";
import type { RelationshipKind, WorldEvent } from "../../../state/index.js";
import { GatewayEvent } from "../../../wire/index.js";
import { messageFacts } from "../messages/message-facts.js";

/** A dispatch of the main gateway, as the client handles it. */
export type Dispatch =
  | { type: "ready"; ready: CheckedReady }
  | { type: "world"; event: WorldEvent }
  | { type: "voiceState"; state: CheckedVoiceState & { lobbyId: bigint } }
  | { type: "voiceServer"; server: CheckedVoiceServer & { lobbyId: bigint } };

/** Gives "unknown" for an event that does not concern the client. */
type Reader = (data: unknown) => Dispatch | "unknown" | undefined;

const world = (event: WorldEvent): Dispatch => ({ type: "world", event });

function readReady(data: unknown): Dispatch | undefined {
  const ready = parseReady(data);
  return ready && { type: "ready", ready };
}

function readUser(data: unknown): Dispatch | undefined {
  const user = parseUser(data);
  return user && world({ type: "user", user });
}

function readProfile(data: unknown): Dispatch | undefined {
  const profile = parseApplicationIdentityUpdate(data);
  return profile && world({ type: "profile", profile });
}

function readProfileRemove(data: unknown): Dispatch | undefined {
  const userId = parseApplicationIdentityRemove(data);
  return userId === undefined ? undefined : world({ type: "profileRemoved", userId });
}

function readLobby(announce: boolean): Reader {
  return (data) => {
    const lobby = parseLobby(data);
    return lobby && world({ type: "lobby", lobby, announce });
  };
}

function readLobbyDelete(data: unknown): Dispatch | undefined {
  const lobbyId = parseLobbyDelete(data);
  return lobbyId === undefined ? undefined : world({ type: "lobbyDeleted", lobbyId });
}

function readMember(data: unknown): Dispatch | undefined {
  const event = parseLobbyMemberEvent(data);
  return event && world({ type: "member", ...event });
}

function readMemberRemove(data: unknown): Dispatch | undefined {
  const event = parseLobbyMemberEvent(data);
  return event && world({ type: "memberRemoved", lobbyId: event.lobbyId, memberId: event.member.id });
}

function readActivityInvite(data: unknown): Dispatch | undefined {
  const invite = parseActivityInvite(data);
  return invite && world({ type: "activityInvite", invite, message: undefined });
}

/** The client ignores an invite that cannot be accepted. */
function readInviteMessage(checked: CheckedMessage, data: unknown): Dispatch | "unknown" {
  const invite = parseInviteMessage(data);
  const message = messageFacts(checked);
  return invite === undefined || message === undefined
    ? "unknown"
    : world({ type: "activityInvite", invite, message });
}

function readMessage(type: "message" | "messageEdited"): Reader {
  return (data) => {
    const checked = parseMessage(data);
    if (checked === undefined) return undefined;
    if (checked.isInvite && type === "message") return readInviteMessage(checked, data);
    const message = messageFacts(checked);
    return message === undefined ? "unknown" : world({ type, message });
  };
}

function readChannel(data: unknown): Dispatch | "unknown" | undefined {
  const channel = parseChannel(data);
  if (channel === undefined) return undefined;
  return channel.guildId === undefined ? world({ type: "channel", channel }) : "unknown";
}

function readMessageDelete(data: unknown): Dispatch | undefined {
  const event = parseMessageDelete(data);
  return event && world({ type: "messageRemoved", ...event });
}

function readRelationship(parse: (data: unknown) => CheckedRelationship | undefined): Reader {
  return (data) => {
    const relationship = parse(data);
    return relationship && world({ type: "relationship", relationship });
  };
}

function readRelationshipEnd(kind: RelationshipKind): Reader {
  return (data) => {
    const userId = parseRelationshipEnd(data);
    return userId === undefined ? undefined : world({ type: "relationshipRemoved", kind, userId });
  };
}

function readPresence(data: unknown): Dispatch | undefined {
  const presence = parsePresence(data);
  return presence && world({ type: "presence", presence });
}

function readVoiceState(data: unknown): Dispatch | undefined {
  const state = parseVoiceState(data);
  const lobbyId = state?.lobbyId;
  return state === undefined || lobbyId === undefined
    ? undefined
    : { type: "voiceState", state: { ...state, lobbyId } };
}

function readVoiceServer(data: unknown): Dispatch | undefined {
  const server = parseVoiceServer(data);
  const lobbyId = server?.lobbyId;
  return server === undefined || lobbyId === undefined
    ? undefined
    : { type: "voiceServer", server: { ...server, lobbyId } };
}

const READERS: ReadonlyMap<string, Reader> = new Map([
  [GatewayEvent.Ready, readReady],
  [GatewayEvent.UserUpdate, readUser],
  [GatewayEvent.UserApplicationIdentityUpdate, readProfile],
  [GatewayEvent.UserApplicationIdentityRemove, readProfileRemove],
  [GatewayEvent.RelationshipAdd, readRelationship(parseRelationship)],
  [GatewayEvent.RelationshipUpdate, readRelationship(parseRelationship)],
  [GatewayEvent.RelationshipRemove, readRelationshipEnd("platform")],
  [GatewayEvent.GameRelationshipAdd, readRelationship(parseGameRelationship)],
  [GatewayEvent.GameRelationshipRemove, readRelationshipEnd("game")],
  [GatewayEvent.PresenceUpdate, readPresence],
  [GatewayEvent.LobbyCreate, readLobby(false)],
  [GatewayEvent.LobbyUpdate, readLobby(true)],
  [GatewayEvent.LobbyDelete, readLobbyDelete],
  [GatewayEvent.LobbyMemberAdd, readMember],
  [GatewayEvent.LobbyMemberUpdate, readMember],
  [GatewayEvent.LobbyMemberConnect, readMember],
  [GatewayEvent.LobbyMemberDisconnect, readMember],
  [GatewayEvent.LobbyMemberRemove, readMemberRemove],
  [GatewayEvent.LobbyMessageCreate, readMessage("message")],
  [GatewayEvent.LobbyMessageUpdate, readMessage("messageEdited")],
  [GatewayEvent.LobbyMessageDelete, readMessageDelete],
  [GatewayEvent.MessageCreate, readMessage("message")],
  [GatewayEvent.MessageUpdate, readMessage("messageEdited")],
  [GatewayEvent.MessageDelete, readMessageDelete],
  [GatewayEvent.ActivityInviteCreate, readActivityInvite],
  [GatewayEvent.ChannelCreate, readChannel],
  [GatewayEvent.LobbyVoiceStateUpdate, readVoiceState],
  [GatewayEvent.LobbyVoiceServerUpdate, readVoiceServer],
]);

/** @returns "unknown" for an event that the client does not read, "malformed" when its data is invalid */
export function readDispatch(event: string, data: unknown): Dispatch | "unknown" | "malformed" {
  const read = READERS.get(event);
  return read === undefined ? "unknown" : (read(data) ?? "malformed");
}
