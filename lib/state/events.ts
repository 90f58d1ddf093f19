import type { ActivityInviteChange } from "./activity-invite-store.js";
import type { ActivityInviteEvent } from "./apply-activity-invite-event.js";
import type { ApplicationProfileEvent } from "./apply-application-profile-event.js";
import type { MessageChange, MessageEvent } from "./message-events.js";
import type { RelationshipChange, RelationshipEvent } from "./relationship-events.js";
import type { LinkedChannelRecord, LobbyMemberRecord, UserRecord, VoiceStateRecord } from "./records.js";

/** A member as an event tells it: with the user where the sender knows one. */
export interface MemberFacts extends LobbyMemberRecord {
  user: UserRecord | undefined;
}

export interface VoiceFacts extends VoiceStateRecord {
  /** undefined: the user left the call */
  channelId: bigint | undefined;
}

export interface LobbyFacts {
  id: bigint;
  metadata: Record<string, string>;
  members: readonly MemberFacts[];
  voiceStates: readonly VoiceFacts[];
  /** absent: not linked */
  linkedChannel?: LinkedChannelRecord | undefined;
}

/** What the world told; the only way to change the stores. */
export type WorldEvent =
  | ActivityInviteEvent
  | ApplicationProfileEvent
  | MessageEvent
  | RelationshipEvent
  | { type: "ready"; user: UserRecord; lobbies: readonly LobbyFacts[] }
  | { type: "user"; user: UserRecord }
  /** `announce`: counts as an update even where nothing differs */
  | { type: "lobby"; lobby: LobbyFacts; announce: boolean }
  | { type: "lobbyDeleted"; lobbyId: bigint }
  | { type: "member"; lobbyId: bigint; member: MemberFacts }
  | { type: "memberRemoved"; lobbyId: bigint; memberId: bigint }
  | { type: "voiceState"; lobbyId: bigint; voiceState: VoiceFacts }
  | { type: "cleared" };

/** What an event changed, in the order in which it is to be told. */
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
