/** What the client knows about a user. */
export interface UserRecord {
  id: bigint;
  username: string;
  globalName: string | undefined;
  avatar: string | undefined;
  isProvisional: boolean;
}

/** The global name, else the user name. */
export function displayNameOf({ globalName, username }: UserRecord): string {
  return globalName ?? username;
}

export interface LobbyMemberRecord {
  id: bigint;
  metadata: Record<string, string>;
  canLinkLobby: boolean;
  connected: boolean;
}

/** Voice state of one user in one lobby's call. */
export interface VoiceStateRecord {
  userId: bigint;
  selfMute: boolean;
  selfDeaf: boolean;
}

/** The channel of a guild that a lobby is linked to. */
export interface LinkedChannelRecord {
  id: bigint;
  name: string;
  guildId: bigint;
}

export interface LobbyRecord {
  id: bigint;
  metadata: Record<string, string>;
  members: Map<bigint, LobbyMemberRecord>;
  /** by user id; empty: no call is on */
  voiceStates: Map<bigint, VoiceStateRecord>;
  linkedChannel: LinkedChannelRecord | undefined;
}
