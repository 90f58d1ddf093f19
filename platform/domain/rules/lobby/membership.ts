import {
  GatewayEvent,
  LOBBY_IDLE_DEFAULT_S,
  LOBBY_SECRET_LIFE_MS,
  type LobbyPayload,
  type MetadataMap,
  type Snowflake,
  VoiceCloseCode,
} from "sdkpp/wire";
import type { PlatformEvent } from "../../reactions/events.js";
import { linkChanged } from "../../reactions/lobby/link-events.js";
import {
  lobbyCreated,
  lobbyDeleted,
  lobbyUpdated,
  memberChanged,
} from "../../reactions/lobby/lobby-events.js";
import {
  isFull,
  type Lobby,
  type LobbyMember,
  memberIds,
  memberOf,
  withMember,
  withoutMember,
} from "../../records/lobby/lobby.js";
import { lobbyView } from "../../views/lobby/lobby.js";
import { dropMessages } from "../../world/message/message-log.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { World } from "../../world/world.js";
import { missingAccess, unknownLobby } from "../faults.js";
import { done, Fault, type Outcome, type Result } from "../outcome.js";
import { leaveCall } from "../voice/calls.js";
import { lobbyCountFault, lobbyIsFull } from "./faults.js";

/** `PUT /lobbies`; null and absent mean the same except for `member_metadata`, where both clear. */
export interface JoinInput {
  readonly secret: string;
  readonly lobbyMetadata?: MetadataMap | null | undefined;
  readonly memberMetadata?: MetadataMap | null | undefined;
  readonly idleTimeoutSeconds?: number | null | undefined;
  readonly flags?: number | null | undefined;
}

/**
 * Finds or makes the lobby with this secret and puts the caller into it. A secret that is too old brings its members
 * back and admits nobody new: it makes another lobby then, and is that one's from there on.
 */
export function createOrJoin(world: World, actor: Actor, input: JoinInput): Result<LobbyPayload> {
  return world.store.transaction(() => {
    const existing = world.lobbies.first("secret", `${actor.application.id}:${input.secret}`);
    if (existing !== undefined && memberOf(existing, actor.user.id) !== undefined)
      return rejoin(world, existing, actor, input);
    const full = lobbyCountFault(world, actor.application.id, actor.user.id);
    if (full !== undefined) return full;
    if (existing !== undefined && !isSecretOver(world, existing))
      return joinBySecret(world, existing, actor, input);
    if (existing !== undefined) world.lobbies.put({ ...existing, isSecretPassedOn: true });
    return createBySecret(world, actor, input);
  });
}

/** `GET /lobbies/{id}`: for the application's bot, and for members. */
export function getLobby(world: World, actor: Actor, lobbyId: Snowflake): Result<LobbyPayload> {
  const lobby = findLobby(world, actor, lobbyId);
  if (lobby instanceof Fault) return lobby;
  if (actor.kind === "bearer" && memberOf(lobby, actor.user.id) === undefined) return missingAccess();
  return done(lobbyView(world, lobby));
}

/** `DELETE /lobbies/{id}`: 204 also when it is already gone. */
export function deleteLobby(world: World, actor: Actor, lobbyId: Snowflake): Result<undefined> {
  const lobby = world.lobbies.get(lobbyId);
  if (lobby === undefined) return done(undefined);
  if (lobby.applicationId !== actor.application.id) return unknownLobby();
  return done(undefined, dissolve(world, lobby));
}

/**
 * `DELETE /lobbies/{id}/members/@me`: only a lobby with a secret can be left. Who is not in it is not told whether there is
 * such a lobby.
 */
export function leaveLobby(world: World, actor: Actor, lobbyId: Snowflake): Result<undefined> {
  const lobby = findLobby(world, actor, lobbyId);
  if (lobby instanceof Fault) return lobby;
  if (memberOf(lobby, actor.user.id) === undefined) return unknownLobby();
  if (lobby.secret === undefined) return missingAccess();
  return done(undefined, removeMember(world, lobby, actor.user.id));
}

/** Ends a lobby and every call in it; the channel that was linked to it is free again. */
export function dissolve(world: World, lobby: Lobby): PlatformEvent[] {
  const callers = world.voice.membersOf(lobby.id);
  const left = callers.flatMap((one) => leaveCall(world, one, VoiceCloseCode.CallTerminated));
  world.lobbies.delete(lobby.id);
  dropMessages(world, lobby.id);
  return [
    ...left,
    lobbyDeleted(lobby, "deleted", memberIds(lobby)),
    ...linkChanged(world, lobby.link?.channelId),
  ];
}

/** Takes one member out; nothing happens when it is not one. */
export function removeMember(world: World, lobby: Lobby, userId: Snowflake): PlatformEvent[] {
  const member = memberOf(lobby, userId);
  if (member === undefined) return [];
  const call = world.voice.get(lobby.id, userId);
  const left = call === undefined ? [] : leaveCall(world, call, VoiceCloseCode.Disconnected);
  const rest = withoutMember(lobby, userId);
  world.lobbies.put(rest);
  return [
    ...left,
    memberChanged(world, GatewayEvent.LobbyMemberRemove, rest, member),
    lobbyDeleted(lobby, "removed", [userId]),
  ];
}

/** The lobby, unless it belongs to another application, whose lobbies do not exist for this one. */
export function findLobby(world: World, actor: Actor, lobbyId: Snowflake): Lobby | Fault {
  const lobby = world.lobbies.get(lobbyId);
  return lobby?.applicationId === actor.application.id ? lobby : unknownLobby();
}

function createBySecret(world: World, actor: Actor, input: JoinInput): Outcome<LobbyPayload> {
  const lobby: Lobby = {
    id: world.ids.next(),
    applicationId: actor.application.id,
    metadata: input.lobbyMetadata ?? null,
    flags: input.flags ?? 0,
    idleTimeoutSeconds: input.idleTimeoutSeconds ?? LOBBY_IDLE_DEFAULT_S,
    members: [joiningMember(actor, input)],
    secret: input.secret,
    secretExpiresAt: world.clock.now() + LOBBY_SECRET_LIFE_MS,
  };
  world.lobbies.put(lobby);
  return done(lobbyView(world, lobby), [lobbyCreated(world, lobby, [actor.user.id])]);
}

function isSecretOver(world: World, { secretExpiresAt = 0 }: Lobby): boolean {
  return secretExpiresAt <= world.clock.now();
}

function joinBySecret(world: World, existing: Lobby, actor: Actor, input: JoinInput): Result<LobbyPayload> {
  if (isFull(existing)) return lobbyIsFull("secret");
  const member = joiningMember(actor, input);
  const lobby = withMember(applySettings(existing, input), member);
  world.lobbies.put(lobby);
  return done(lobbyView(world, lobby), [
    lobbyCreated(world, lobby, [actor.user.id]),
    memberChanged(world, GatewayEvent.LobbyMemberAdd, lobby, member),
    ...metadataEvents(world, existing, lobby),
  ]);
}

function rejoin(world: World, existing: Lobby, actor: Actor, input: JoinInput): Outcome<LobbyPayload> {
  const before = memberOf(existing, actor.user.id);
  const member: LobbyMember = {
    ...joiningMember(actor, input),
    ...before,
    metadata: input.memberMetadata ?? null,
  };
  const lobby = withMember(applySettings(existing, input), member);
  world.lobbies.put(lobby);
  return done(lobbyView(world, lobby), [
    memberChanged(world, GatewayEvent.LobbyMemberUpdate, lobby, member),
    ...metadataEvents(world, existing, lobby),
  ]);
}

function joiningMember(actor: Actor, input: JoinInput): LobbyMember {
  return { id: actor.user.id, metadata: input.memberMetadata ?? null, flags: 0 };
}

function applySettings(lobby: Lobby, input: JoinInput): Lobby {
  return {
    ...lobby,
    metadata: input.lobbyMetadata ?? lobby.metadata,
    flags: input.flags ?? lobby.flags,
    idleTimeoutSeconds: input.idleTimeoutSeconds ?? lobby.idleTimeoutSeconds,
  };
}

function metadataEvents(world: World, before: Lobby, after: Lobby): PlatformEvent[] {
  const isSame =
    JSON.stringify(before.metadata) === JSON.stringify(after.metadata) && before.flags === after.flags;
  return isSame ? [] : [lobbyUpdated(world, after)];
}
