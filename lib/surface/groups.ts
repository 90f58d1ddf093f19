import type { EventName } from "./events.js";
import type { OperationName } from "./operations.js";
import type { CollectionName } from "./state.js";

/** The names in an allow-list: operations, parts of the state, events, `levels`, how loud those in calls are, and `tap`, their sound. */
export type Allowed = OperationName | CollectionName | EventName | "levels" | "tap";

const known = <const T extends readonly Allowed[]>(names: T): T => names;

/**
 * Names that belong together, for allow-lists: `[...GROUPS.friends, ...GROUPS.lobbies]`. What stands in no group is named on its own: deleting
 * and editing messages, blocking, unlinking, the join secret of `activityJoin`, the sound of `tap`.
 */
export const GROUPS = {
  session: known(["session", "signIn", "signOut", "setOnlineStatus"]),
  friends: known([
    "session",
    "users",
    "relationships",
    "searchFriendsByUsername",
    "sendDiscordFriendRequest",
    "sendDiscordFriendRequestById",
    "sendGameFriendRequest",
    "sendGameFriendRequestById",
    "acceptDiscordFriendRequest",
    "acceptGameFriendRequest",
    "rejectDiscordFriendRequest",
    "rejectGameFriendRequest",
    "cancelDiscordFriendRequest",
    "cancelGameFriendRequest",
    "removeGameFriend",
    "removeDiscordAndGameFriend",
  ]),
  lobbies: known([
    "session",
    "users",
    "lobbies",
    "members",
    "createOrJoinLobby",
    "createOrJoinLobbyWithMetadata",
    "leaveLobby",
  ]),
  chat: known([
    "session",
    "users",
    "messageCreated",
    "messageUpdated",
    "messageDeleted",
    "sendLobbyMessage",
    "getLobbyMessagesWithLimit",
    "sendUserMessage",
    "getUserMessagesWithLimit",
    "getUserMessageSummaries",
  ]),
  invites: known([
    "session",
    "users",
    "invites",
    "activityInviteCreated",
    "activityInviteUpdated",
    "sendActivityInvite",
    "sendActivityJoinRequest",
    "sendActivityJoinRequestReply",
    "acceptActivityInvite",
    "updateRichPresence",
    "clearRichPresence",
  ]),
  calls: known([
    "session",
    "users",
    "calls",
    "participants",
    "levels",
    "callMoved",
    "unannouncedMember",
    "memberKeyChanged",
    "startCall",
    "endCall",
    "setSelfMute",
    "setSelfDeaf",
    "setLocalMute",
    "setParticipantVolume",
    "setAudioMode",
    "setPTTActive",
    "setPTTReleaseDelay",
    "setVADThreshold",
    "getVerificationCode",
    "why",
  ]),
  sound: known([
    "voice",
    "devices",
    "noAudioInput",
    "setSelfMuteAll",
    "setSelfDeafAll",
    "setInputVolume",
    "setOutputVolume",
    "setInputDevice",
    "setOutputDevice",
    "setEchoCancellation",
    "setNoiseSuppression",
    "setNoiseCancellation",
    "setAutomaticGainControl",
    "setNoAudioInputThreshold",
  ]),
} as const;
