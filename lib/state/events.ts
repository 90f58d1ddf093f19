import type { ActivityInviteEvent } from "./activity-invite-events.js";
import type { ActivityInviteChange } from "./activity-invite-store.js";
import type { ApplicationProfileEvent } from "./application-profile-events.js";
import type { MessageChange, MessageEvent } from "./message-events.js";
import type { RelationshipChange, RelationshipEvent } from "./relationship-events.js";
import type { LobbyFields, LobbyMemberRecord, UserRecord, VoiceStateRecord } from "./records.js";

/** A member as an event carries it: with the user where the sender includes one. */
export interface MemberFacts extends LobbyMemberRecord {
  user: UserRecord | undefined;
}

export interface VoiceFacts extends VoiceStateRecord {
  /** undefined: the user left the call */
  channelId: bigint | undefined;
}

/** A lobby as an event carries it. */
export interface LobbyFacts extends LobbyFields {
  members: readonly MemberFacts[];
  voiceStates: readonly VoiceFacts[];
}

/** The only way to change the stores. */
export type WorldEvent =
  | ActivityInviteEvent
  | ApplicationProfileEvent
  | MessageEvent
  | RelationshipEvent
  | { type: "ready"; user: UserRecord; lobbies: readonly LobbyFacts[] }
  | { type: "user"; user: UserRecord }
  /** `announce`: report an update even when nothing differs */
  | { type: "lobby"; lobby: LobbyFacts; announce: boolean }
  | { type: "lobbyDeleted"; lobbyId: bigint }
  | { type: "member"; lobbyId: bigint; member: MemberFacts }
  | { type: "memberRemoved"; lobbyId: bigint; memberId: bigint }
  | { type: "voiceState"; lobbyId: bigint; voiceState: VoiceFacts }
  | { type: "cleared" };

/** A change that an event made; changes are reported in the order of the list. */
export type WorldChange =
  | ActivityInviteChange
  | MessageChange
  | RelationshipChange
  | { type: "userUpdated"; userId: bigint }
  | { type: "lobbyCreated"; lobbyId: bigint }
  | { type: "lobbyUpdated"; lobbyId: bigint }
  | { type: "lobbyDeleted"; lobbyId: bigint }
  | { type: "memberAdded" | "memberUpdated" | "memberRemoved"; lobbyId: bigint; memberId: bigint }
  | { type: "voiceParticipant"; lobbyId: bigint; memberId: bigint; added: boolean }
  | { type: "voiceStateChanged"; lobbyId: bigint; memberId: bigint };
