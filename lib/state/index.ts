/** The client's picture of the world. */
export type { LobbyFacts, MemberFacts, VoiceFacts, WorldChange, WorldEvent } from "./events.js";
export { isInParty, type ActivityInviteFacts, type ActivityInviteRecord } from "./activity-invite-store.js";
export type { ApplicationProfileRecord } from "./application-profile-store.js";
export type { MessageEvent } from "./message-events.js";
export type { ChannelFacts, ChannelRecord, MessageFacts, MessageRecord } from "./message-records.js";
export { displayNameOf } from "./records.js";
export type { LobbyMemberRecord, LobbyRecord, UserRecord, VoiceStateRecord } from "./records.js";
export { friendsInGroup, hasPlayed, type FriendGroup } from "./friends-list.js";
export { searchFriends } from "./friend-search.js";
export type { PresenceFacts, RelationshipFacts } from "./relationship-events.js";
export type { PresenceRecord, RelationshipKind, RelationshipRecord } from "./relationship-records.js";
export { isFriend, noRelationship } from "./relationship-store.js";
export { World, type WorldView } from "./world.js";
