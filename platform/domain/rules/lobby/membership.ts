import {
  LOBBY_IDLE_DEFAULT_S,
  LOBBY_SECRET_LIFE_MS,
  type LobbyPayload,
  type MetadataMap,
  type Snowflake,
} from "sdkpp/wire";
import {
  isFull,
  memberOf,
  withMember,
  withoutMember,
  type Lobby,
  type LobbyMember,
} from "../../records/lobby/lobby.js";
import { lobbyView } from "../../views/lobby/lobby.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { lobbyOf } from "../../world/lobby/lobbies.js";
import type { LobbyWorld } from "../../world/lobby/lobby-world.js";
import { dropMessages } from "../../world/message/message-log.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ClockPort, IdsPort } from "../../world/ports.js";
import type { Fact } from "../../facts/facts.js";
import { missingAccess, unknownLobby } from "../faults.js";
import { done, Fault, type Outcome, type Result } from "../outcome.js";
import { lobbyCountFault, lobbyIsFull } from "./faults.js";
import { beginIdle } from "./idle.js";

/** The slices of the world that these rules use. */
type Touched = LobbyWorld & GuildWorld & ClockPort & IdsPort;

/** `PUT /lobbies`; null and absent mean the same except for `member_metadata`, where both clear. */
export interface JoinInput {
  readonly secret: string;
  readonly lobbyMetadata?: MetadataMap | null | undefined;
  readonly memberMetadata?: MetadataMap | null | undefined;
  readonly idleTimeoutSeconds?: number | null | undefined;
  readonly flags?: number | null | undefined;
}

/**
 * Puts the caller into the lobby with this secret, or makes one. An expired secret only brings members back; for anybody
 * else it makes another lobby, and belongs to that one from then on.
 */
export function createOrJoin(world: Touched, actor: Actor, input: JoinInput): Result<LobbyPayload> {
  const existing = world.lobbies.first("secret", `${actor.application.id}:${input.secret}`);
  if (existing !== undefined && memberOf(existing, actor.user.id) !== undefined)
    return rejoin(world, existing, actor, input);
  const full = lobbyCountFault(world, actor.application.id, actor.user.id);
  if (full !== undefined) return full;
  if (existing !== undefined && !isSecretExpired(world, existing))
    return joinBySecret(world, existing, actor, input);
  if (existing !== undefined) world.lobbies.put({ ...existing, isSecretPassedOn: true });
  return createBySecret(world, actor, input);
}

/** `GET /lobbies/{id}`: for the application's bot, and for members. */
export function getLobby(
  world: LobbyWorld & GuildWorld,
  actor: Actor,
  lobbyId: Snowflake,
): Result<LobbyPayload> {
  const lobby = findLobby(world, actor, lobbyId);
  if (lobby instanceof Fault) return lobby;
  if (actor.kind === "bearer" && memberOf(lobby, actor.user.id) === undefined) return missingAccess();
  return done(lobbyView(world, lobby));
}

/** `DELETE /lobbies/{id}`: 204 also when it is already deleted. */
export function deleteLobby(
  world: LobbyWorld & MessageWorld,
  actor: Actor,
  lobbyId: Snowflake,
): Result<undefined> {
  const lobby = world.lobbies.get(lobbyId);
  if (lobby === undefined) return done(undefined);
  if (lobby.applicationId !== actor.application.id) return unknownLobby();
  return done(undefined, dissolve(world, lobby));
}

/**
 * `DELETE /lobbies/{id}/members/@me`: only a lobby with a secret can be left. To a user who is not a member the lobby does
 * not exist.
 */
export function leaveLobby(world: LobbyWorld, actor: Actor, lobbyId: Snowflake): Result<undefined> {
  const lobby = findLobby(world, actor, lobbyId);
  if (lobby instanceof Fault) return lobby;
  if (memberOf(lobby, actor.user.id) === undefined) return unknownLobby();
  if (lobby.secret === undefined) return missingAccess();
  return done(undefined, removeMember(world, lobby, actor.user.id));
}

/** Deletes a lobby with its messages; a channel that was linked to it can be linked again. */
export function dissolve(world: LobbyWorld & MessageWorld, lobby: Lobby): Fact[] {
  world.lobbies.delete(lobby.id);
  dropMessages(world, lobby.id);
  return [{ kind: "lobbyDeleted", lobby }];
}

/** Removes one member; nothing happens for a user who is not one. */
export function removeMember(world: LobbyWorld, lobby: Lobby, userId: Snowflake): Fact[] {
  const member = memberOf(lobby, userId);
  if (member === undefined) return [];
  const after = withoutMember(lobby, userId);
  world.lobbies.put(after);
  return [{ kind: "lobbyMemberRemoved", before: lobby, after, member }];
}

/** Gives the place of a member to another account of the same player; one that has a place already keeps its own. */
export function takeSeat(world: LobbyWorld, lobby: Lobby, seat: LobbyMember, userId: Snowflake): Fact[] {
  const left = withoutMember(lobby, seat.id);
  const member: LobbyMember = { ...seat, id: userId };
  const after = memberOf(lobby, userId) === undefined ? withMember(left, member) : left;
  world.lobbies.put(after);
  const removed: Fact = { kind: "lobbyMemberRemoved", before: lobby, after: left, member: seat };
  return after === left ? [removed] : [removed, { kind: "lobbyMemberAdded", lobby: after, member }];
}

/** A lobby of the actor's application; those of others do not exist for it. */
export function findLobby(world: LobbyWorld, actor: Actor, lobbyId: Snowflake): Lobby | Fault {
  return lobbyOf(world, actor.application.id, lobbyId) ?? unknownLobby();
}

function createBySecret(world: Touched, actor: Actor, input: JoinInput): Outcome<LobbyPayload> {
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
  beginIdle(world, lobby);
  return done(lobbyView(world, lobby), [{ kind: "lobbyCreated", lobby }]);
}

function isSecretExpired(world: ClockPort, { secretExpiresAt = 0 }: Lobby): boolean {
  return secretExpiresAt <= world.clock.now();
}

function joinBySecret(
  world: LobbyWorld & GuildWorld,
  existing: Lobby,
  actor: Actor,
  input: JoinInput,
): Result<LobbyPayload> {
  if (isFull(existing)) return lobbyIsFull("secret");
  const member = joiningMember(actor, input);
  const lobby = withMember(applySettings(existing, input), member);
  world.lobbies.put(lobby);
  world.idle.adjust(lobby);
  return done(lobbyView(world, lobby), [
    { kind: "lobbyMemberAdded", lobby, member },
    ...settingsFacts(existing, lobby),
  ]);
}

function rejoin(
  world: LobbyWorld & GuildWorld,
  existing: Lobby,
  actor: Actor,
  input: JoinInput,
): Outcome<LobbyPayload> {
  const before = memberOf(existing, actor.user.id);
  const member: LobbyMember = {
    ...joiningMember(actor, input),
    ...before,
    metadata: input.memberMetadata ?? null,
  };
  const lobby = withMember(applySettings(existing, input), member);
  world.lobbies.put(lobby);
  world.idle.adjust(lobby);
  return done(lobbyView(world, lobby), [
    { kind: "lobbyMemberUpdated", lobby, member },
    ...settingsFacts(existing, lobby),
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

function settingsFacts(before: Lobby, after: Lobby): Fact[] {
  const isSame =
    JSON.stringify(before.metadata) === JSON.stringify(after.metadata) && before.flags === after.flags;
  return isSame ? [] : [{ kind: "lobbyUpdated", lobby: after }];
}
