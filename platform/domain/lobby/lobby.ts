import type {
  GatewayLobbyMemberPayload,
  LobbyMemberPayload,
  LobbyPayload,
  MetadataMap,
  Snowflake,
} from "sdkpp/wire";
import { linkedChannelView, type LobbyLink } from "./lobby-link.js";
import { userView, type User } from "../user/user.js";
import type { World } from "../world.js";

export interface LobbyMember {
  readonly id: Snowflake;
  readonly metadata: MetadataMap | null;
  readonly flags: number;
  readonly additionalName?: string;
}

/** A group of players of one application. */
export interface Lobby {
  readonly id: Snowflake;
  readonly applicationId: Snowflake;
  readonly metadata: MetadataMap | null;
  readonly flags: number;
  readonly idleTimeoutSeconds: number;
  readonly members: readonly LobbyMember[];
  /** Only lobbies made by clients have one. */
  readonly secret?: string;
  /** Unix milliseconds after which the secret admits nobody new. */
  readonly secretExpiresAt?: number;
  /** Its secret was too old when somebody new came, and belongs to another lobby now. */
  readonly isSecretPassedOn?: boolean;
  /** Only lobbies without a secret can have one. */
  readonly link?: LobbyLink;
}

export function memberOf(lobby: Lobby, userId: Snowflake): LobbyMember | undefined {
  return lobby.members.find((member) => member.id === userId);
}

export function memberIds(lobby: Lobby): Snowflake[] {
  return lobby.members.map((member) => member.id);
}

export function withMember(lobby: Lobby, member: LobbyMember): Lobby {
  const others = lobby.members.some((one) => one.id === member.id)
    ? lobby.members.map((one) => (one.id === member.id ? member : one))
    : [...lobby.members, member];
  return { ...lobby, members: others };
}

export function withoutMember(lobby: Lobby, userId: Snowflake): Lobby {
  return { ...lobby, members: lobby.members.filter((member) => member.id !== userId) };
}

/** Over HTTP. */
export function lobbyView(world: World, lobby: Lobby): LobbyPayload {
  return {
    id: lobby.id,
    application_id: lobby.applicationId,
    metadata: lobby.metadata,
    members: lobby.members.map(lobbyMemberView),
    flags: lobby.flags,
    ...linkedChannelView(world, lobby),
  };
}

/** Over HTTP. */
export function lobbyMemberView(member: LobbyMember): LobbyMemberPayload {
  return { id: member.id, metadata: member.metadata, flags: member.flags, ...additionalName(member) };
}

/** On the gateway: other names than over HTTP (G§8). */
export function gatewayMemberView(
  member: LobbyMember,
  user: User,
  connected: boolean,
): GatewayLobbyMemberPayload {
  return {
    user_id: member.id,
    user: userView(user),
    metadata: member.metadata,
    flags: member.flags,
    connected,
    ...additionalName(member),
  };
}

function additionalName(member: LobbyMember): { additional_name?: string } {
  return member.additionalName === undefined ? {} : { additional_name: member.additionalName };
}
