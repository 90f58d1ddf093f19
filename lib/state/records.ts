/** The client's record of a user. */
export interface UserRecord {
  id: bigint;
  username: string;
  globalName: string | undefined;
  avatar: string | undefined;
  isProvisional: boolean;
}

/** The global name, or the user name for users without one. */
export function displayNameOf({ globalName, username }: UserRecord): string {
  return globalName ?? username;
}

export interface LobbyMemberRecord {
  id: bigint;
  metadata: Record<string, string>;
  canLinkLobby: boolean;
  connected: boolean;
}

/** Voice state of a user in a lobby's call. */
export interface VoiceStateRecord {
  userId: bigint;
  selfMute: boolean;
  selfDeaf: boolean;
}

/** The guild channel that a lobby is linked to. */
export interface LinkedChannelRecord {
  id: bigint;
  name: string;
  guildId: bigint;
}

/** The fields of a lobby apart from its members and its call: a change of any of them updates the lobby. */
export interface LobbyFields {
  id: bigint;
  metadata: Record<string, string>;
  /** undefined: not linked */
  linkedChannel?: LinkedChannelRecord | undefined;
}

export interface LobbyRecord extends LobbyFields {
  members: Map<bigint, LobbyMemberRecord>;
  /** by user id; empty: no call is running */
  voiceStates: Map<bigint, VoiceStateRecord>;
}
