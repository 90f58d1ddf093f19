import { EVENTS, type EventName } from "./events.js";
import { OPERATIONS, type OperationName } from "./operations.js";
import { COLLECTIONS, type CollectionName } from "./state.js";

/**
 * What pages may hear: `levels`, how loud those in calls are, `microphone`, how loud the player's own is, in a call or not, and `tap`, the sound of those
 * in calls.
 */
export const SOUNDS = ["levels", "microphone", "tap"] as const;

/** The names in an allow-list: operations, parts of the state, events, and {@link SOUNDS}. */
export type Allowed = OperationName | CollectionName | EventName | (typeof SOUNDS)[number];

const NAMES: ReadonlySet<unknown> = new Set([
  ...[OPERATIONS, COLLECTIONS, EVENTS].flatMap((table) => Object.keys(table)),
  ...SOUNDS,
]);

/** Returns whether an allow-list may have this name. */
export function isAllowed(name: unknown): name is Allowed {
  return NAMES.has(name);
}

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
    "microphone",
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
