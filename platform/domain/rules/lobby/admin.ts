import {
  LOBBY_IDLE_DEFAULT_S,
  type LobbyMemberPayload,
  type LobbyPayload,
  type MetadataMap,
  type Snowflake,
  type WebAddress,
} from "sdkpp/wire";
import { isFull, memberOf, withMember, type Lobby, type LobbyMember } from "../../records/lobby/lobby.js";
import { lobbyMemberView, lobbyView } from "../../views/lobby/lobby.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { LobbyWorld } from "../../world/lobby/lobby-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ClockPort, IdsPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import type { Fact, FactOf } from "../../facts/facts.js";
import { unknownUser } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { lobbyCountFault, lobbyIsFull } from "./faults.js";
import { beginIdle } from "./idle.js";
import { findLobby, removeMember } from "./membership.js";

/** One member as a bot puts it. Absent and null reset, except `additionalName`, where absent keeps (H§5.2). */
export interface MemberInput {
  readonly id: Snowflake;
  readonly metadata?: MetadataMap | null | undefined;
  readonly flags?: number | null | undefined;
  readonly additionalName?: string | null | undefined;
}

/** `POST` and `PATCH /lobbies`. */
export interface LobbySettings {
  readonly metadata?: MetadataMap | null | undefined;
  readonly members?: readonly MemberInput[] | null | undefined;
  readonly idleTimeoutSeconds?: number | null | undefined;
  readonly flags?: number | null | undefined;
  /** Absent keeps, null takes away. */
  readonly eventWebhooksUrl?: WebAddress | null | undefined;
}

/** `POST /lobbies`: a lobby without a secret. */
export function createLobby(
  world: LobbyWorld & GuildWorld & UserWorld & ClockPort & IdsPort,
  actor: Actor,
  input: LobbySettings,
): Result<LobbyPayload> {
  const members = readMembers(world, actor, input.members ?? [], undefined);
  if (members instanceof Fault) return members;
  const lobby: Lobby = {
    id: world.ids.next(),
    applicationId: actor.application.id,
    metadata: input.metadata ?? null,
    flags: input.flags ?? 0,
    idleTimeoutSeconds: input.idleTimeoutSeconds ?? LOBBY_IDLE_DEFAULT_S,
    members,
    ...(input.eventWebhooksUrl == null ? {} : { eventWebhooksUrl: input.eventWebhooksUrl }),
  };
  world.lobbies.put(lobby);
  beginIdle(world, lobby);
  return done(lobbyView(world, lobby), [{ kind: "lobbyCreated", lobby }]);
}

/** `PATCH /lobbies/{id}`; a given member list replaces the membership. */
export function updateLobby(
  world: LobbyWorld & GuildWorld & UserWorld,
  actor: Actor,
  lobbyId: Snowflake,
  input: LobbySettings,
): Result<LobbyPayload> {
  const lobby = findLobby(world, actor, lobbyId);
  if (lobby instanceof Fault) return lobby;
  const changed = applyMembers(world, actor, applySettings(lobby, input), input.members);
  if (changed instanceof Fault) return changed;
  const after = world.lobbies.get(lobbyId) ?? lobby;
  world.idle.adjust(after);
  return done(lobbyView(world, after), [...changed, { kind: "lobbyUpdated", lobby: after }]);
}

/** `PUT /lobbies/{id}/members/{user}`. */
export function putMember(
  world: LobbyWorld & UserWorld,
  actor: Actor,
  lobbyId: Snowflake,
  input: MemberInput,
): Result<LobbyMemberPayload> {
  const lobby = findLobby(world, actor, lobbyId);
  if (lobby instanceof Fault) return lobby;
  if (world.users.get(input.id) === undefined) return unknownUser();
  const full = entryFault(world, lobby, input.id);
  if (full !== undefined) return full;
  const fact = upsert(world, lobby, input);
  return done(lobbyMemberView(fact.member), [fact]);
}

/** `POST /lobbies/{id}/members/bulk`; users who cannot enter are dropped silently, an unknown one fails the whole. */
export function bulkMembers(
  world: LobbyWorld & UserWorld,
  actor: Actor,
  lobbyId: Snowflake,
  inputs: readonly (MemberInput & { readonly remove: boolean })[],
): Result<LobbyMemberPayload[]> {
  const found = findLobby(world, actor, lobbyId);
  if (found instanceof Fault) return found;
  if (inputs.some((input) => world.users.get(input.id) === undefined)) return unknownUser();
  const reply: LobbyMemberPayload[] = [];
  const facts: Fact[] = [];
  for (const input of inputs) {
    const lobby = world.lobbies.get(lobbyId) ?? found;
    if (input.remove) facts.push(...removeMember(world, lobby, input.id));
    else if (entryFault(world, lobby, input.id) === undefined) {
      const fact = upsert(world, lobby, input);
      reply.push(lobbyMemberView(fact.member));
      facts.push(fact);
    }
  }
  return done(reply, facts);
}

/** `DELETE /lobbies/{id}/members/{user}`: 204 also when not a member. */
export function kickMember(
  world: LobbyWorld,
  actor: Actor,
  lobbyId: Snowflake,
  userId: Snowflake,
): Result<undefined> {
  const lobby = findLobby(world, actor, lobbyId);
  return lobby instanceof Fault ? lobby : done(undefined, removeMember(world, lobby, userId));
}

/** Why a user cannot be put into a lobby, if so; members stay what they are. */
function entryFault(world: LobbyWorld, lobby: Lobby, userId: Snowflake): Fault | undefined {
  if (memberOf(lobby, userId) !== undefined) return undefined;
  return isFull(lobby) ? lobbyIsFull("user.id") : lobbyCountFault(world, lobby.applicationId, userId);
}

function upsert(
  world: LobbyWorld,
  lobby: Lobby,
  input: MemberInput,
): FactOf<"lobbyMemberAdded" | "lobbyMemberUpdated"> {
  const before = memberOf(lobby, input.id);
  const member = readMember(input, before);
  const after = withMember(lobby, member);
  world.lobbies.put(after);
  return { kind: before === undefined ? "lobbyMemberAdded" : "lobbyMemberUpdated", lobby: after, member };
}

function readMember(input: MemberInput, before: LobbyMember | undefined): LobbyMember {
  const name =
    input.additionalName === undefined ? before?.additionalName : (input.additionalName ?? undefined);
  const member = { id: input.id, metadata: input.metadata ?? null, flags: input.flags ?? 0 };
  return name === undefined ? member : { ...member, additionalName: name };
}

function readMembers(
  world: LobbyWorld & UserWorld,
  actor: Actor,
  inputs: readonly MemberInput[],
  lobby: Lobby | undefined,
): LobbyMember[] | Fault {
  const members = new Map<Snowflake, LobbyMember>();
  for (const input of inputs) {
    if (world.users.get(input.id) === undefined) return unknownUser();
    const before = lobby === undefined ? undefined : memberOf(lobby, input.id);
    const full = before === undefined ? lobbyCountFault(world, actor.application.id, input.id) : undefined;
    if (full !== undefined) return full;
    members.set(input.id, readMember(input, before));
  }
  return [...members.values()];
}

function applySettings(lobby: Lobby, input: LobbySettings): Lobby {
  const { eventWebhooksUrl: before, ...rest } = lobby;
  const url = input.eventWebhooksUrl === undefined ? before : input.eventWebhooksUrl;
  return {
    ...rest,
    ...(url == null ? {} : { eventWebhooksUrl: url }),
    metadata: input.metadata === undefined ? lobby.metadata : input.metadata,
    flags: input.flags ?? lobby.flags,
    idleTimeoutSeconds: input.idleTimeoutSeconds ?? lobby.idleTimeoutSeconds,
  };
}

function applyMembers(
  world: LobbyWorld & UserWorld,
  actor: Actor,
  lobby: Lobby,
  inputs: readonly MemberInput[] | null | undefined,
): Fact[] | Fault {
  if (inputs === undefined || inputs === null) {
    world.lobbies.put(lobby);
    return [];
  }
  const members = readMembers(world, actor, inputs, lobby);
  if (members instanceof Fault) return members;
  const keep = new Set(members.map((member) => member.id));
  const gone = lobby.members.filter((member) => !keep.has(member.id));
  world.lobbies.put(lobby);
  const facts = gone.flatMap((member) =>
    removeMember(world, world.lobbies.get(lobby.id) ?? lobby, member.id),
  );
  const addedIds = members.map(({ id }) => id).filter((id) => memberOf(lobby, id) === undefined);
  const after = { ...lobby, members };
  world.lobbies.put(after);
  return addedIds.length === 0 ? facts : [...facts, { kind: "lobbyMembersReplaced", lobby: after, addedIds }];
}
