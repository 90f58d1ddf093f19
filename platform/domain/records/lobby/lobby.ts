import { LOBBY_MEMBERS_MAX, type MetadataMap, type Snowflake, type WebAddress } from "sdkpp/wire";
import { grantKey } from "../grant-key.js";

/** The link of a lobby to a guild's text channel: messages appear in both. */
export interface LobbyLink {
  readonly channelId: Snowflake;
  readonly linkedBy: Snowflake;
  /** Unix milliseconds */
  readonly linkedAt: number;
}

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
  /** Unix milliseconds after which the secret admits no new members. */
  readonly secretExpiresAt?: number;
  /** Its secret had expired when a new user came, and belongs to another lobby now. */
  readonly isSecretPassedOn?: boolean;
  /** Receives its events over HTTP instead of the application's own address. */
  readonly eventWebhooksUrl?: WebAddress;
  /** Only lobbies without a secret can have one. */
  readonly link?: LobbyLink;
}

export function lobbyIndex(lobby: Lobby): Record<string, string | string[]> {
  const { applicationId, secret, isSecretPassedOn, link } = lobby;
  const isFound = secret !== undefined && isSecretPassedOn !== true;
  return {
    member: memberIds(lobby).map((id) => grantKey(applicationId, id)),
    ...(isFound ? { secret: `${applicationId}:${secret}` } : {}),
    ...(link === undefined ? {} : { channel: link.channelId }),
  };
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

export function isFull(lobby: Lobby): boolean {
  return lobby.members.length >= LOBBY_MEMBERS_MAX;
}
