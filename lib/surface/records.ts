import type { ApplicationId, ChannelId, GuildId, LobbyId, MessageId, UserId } from "./ids.js";
import {
  enumOf,
  fields,
  FLAG,
  idOf,
  listOf,
  NUMBER,
  optional,
  TEXT,
  TEXTS,
  TIME,
  type ValueOf,
} from "./kinds.js";

const userId = idOf<UserId>();
const lobbyId = idOf<LobbyId>();
const channelId = idOf<ChannelId>();
const messageId = idOf<MessageId>();
const guildId = idOf<GuildId>();
const applicationId = idOf<ApplicationId>();

/** The ids of operations' arguments. */
export const IDS = { userId, lobbyId, channelId, messageId, guildId, applicationId };

/** Pictures of an activity, and their words. */
export const ASSETS = fields({
  largeImage: optional(TEXT),
  largeText: optional(TEXT),
  smallImage: optional(TEXT),
  smallText: optional(TEXT),
});
/** Begin and end of an activity. */
export const TIMESTAMPS = fields({ start: TIME, end: TIME });

/** The activity of a user, as others see it. Its secrets do not reach pages. Mirrors `Activity`. */
export const ACTIVITY = fields({
  name: TEXT,
  type: enumOf("ActivityTypes"),
  details: optional(TEXT),
  state: optional(TEXT),
  applicationId: optional(applicationId),
  party: optional(fields({ id: TEXT, currentSize: NUMBER, maxSize: NUMBER })),
  assets: optional(ASSETS),
  timestamps: optional(TIMESTAMPS),
});
export type ActivityRecord = ValueOf<typeof ACTIVITY>;

/** A user that the player has to do with. Mirrors `UserHandle`. */
export const USER = fields({
  id: userId,
  username: TEXT,
  displayName: TEXT,
  globalName: optional(TEXT),
  /** an address, ready to be shown */
  avatarUrl: TEXT,
  isProvisional: FLAG,
  status: enumOf("StatusType"),
  /** in this game, or in another one of its publisher */
  gameActivity: optional(ACTIVITY),
});
export type UserRecord = ValueOf<typeof USER>;

/** The relationship of the player and another user. Mirrors `RelationshipHandle`. */
export const RELATIONSHIP = fields({
  /** of the other user */
  id: userId,
  discordRelationshipType: enumOf("RelationshipType"),
  gameRelationshipType: enumOf("RelationshipType"),
  isSpamRequest: FLAG,
  /** the other user has authorized this game, or is a friend in it; such friends come first in `OnlineElsewhere` */
  hasPlayedGame: FLAG,
});
export type RelationshipRecord = ValueOf<typeof RELATIONSHIP>;

/** A lobby that the player is in. Mirrors `LobbyHandle`. */
export const LOBBY = fields({
  id: lobbyId,
  metadata: TEXTS,
  linkedChannel: optional(fields({ id: channelId, name: TEXT, guildId })),
});
export type LobbyRecord = ValueOf<typeof LOBBY>;

/** A member of a lobby. Mirrors `LobbyMemberHandle`. */
export const MEMBER = fields({
  lobbyId,
  userId,
  canLinkLobby: FLAG,
  connected: FLAG,
  metadata: TEXTS,
});
export type MemberRecord = ValueOf<typeof MEMBER>;

/** The player's call in a lobby. Mirrors `Call`. */
export const CALL = fields({
  lobbyId,
  status: enumOf("CallStatus"),
  /** why it failed; `None` while nothing did */
  error: enumOf("CallError"),
  selfMute: FLAG,
  selfDeaf: FLAG,
  audioMode: enumOf("AudioModeType"),
  pttActive: FLAG,
  encryption: fields({
    /** as in `EncryptionStatus`: "off", "pending", "on", "leaving", "entering" or "refused" */
    state: TEXT,
    /** 30 digits, equal for all who are in the call; "" while it is not encrypted */
    privacyCode: TEXT,
  }),
});
export type CallRecord = ValueOf<typeof CALL>;

/** A user in the call of a lobby, whether or not the player is in it. Mirrors `VoiceStateHandle`. */
export const PARTICIPANT = fields({
  lobbyId,
  userId,
  selfMute: FLAG,
  selfDeaf: FLAG,
  /** known while the player is in the call, as the two behind it */
  isSpeaking: FLAG,
  isLocallyMuted: FLAG,
  /** percent, 0–200 */
  volume: NUMBER,
});
export type ParticipantRecord = ValueOf<typeof PARTICIPANT>;

/** A message. Mirrors `MessageHandle`. */
export const MESSAGE = fields({
  id: messageId,
  channelId,
  /** the lobby that it was sent in */
  lobbyId: optional(lobbyId),
  authorId: userId,
  /** the other user of a direct message */
  recipientId: optional(userId),
  content: TEXT,
  metadata: TEXTS,
  sentTimestamp: TIME,
  editedTimestamp: TIME,
  sentFromGame: FLAG,
});
export type MessageRecord = ValueOf<typeof MESSAGE>;

/** A microphone or speaker. Mirrors `AudioDevice`. */
export const DEVICE = fields({ id: TEXT, name: TEXT, isDefault: FLAG });
export type DeviceRecord = ValueOf<typeof DEVICE>;

/** The devices of this machine, and those that are in use. */
export const DEVICES = fields({
  inputs: listOf(DEVICE),
  outputs: listOf(DEVICE),
  inputId: TEXT,
  outputId: TEXT,
});
export type DevicesRecord = ValueOf<typeof DEVICES>;

/** Voice settings of all calls. */
export const VOICE = fields({
  selfMuteAll: FLAG,
  selfDeafAll: FLAG,
  /** percent */
  inputVolume: NUMBER,
  /** percent, 0–200 */
  outputVolume: NUMBER,
  /** what cleans the voice of the microphone, each switched by the operation of its name */
  echoCancellation: FLAG,
  noiseSuppression: FLAG,
  /** stronger; excludes the suppression */
  noiseCancellation: FLAG,
  automaticGainControl: FLAG,
});
export type VoiceRecord = ValueOf<typeof VOICE>;

/** The connection, and the user who is signed in. */
export const SESSION = fields({
  status: enumOf("ClientStatus"),
  /** why it ended; `None` while nothing did */
  error: enumOf("ClientError"),
  userId: optional(userId),
  applicationId,
});
export type SessionRecord = ValueOf<typeof SESSION>;

/** An invitation to play together. Mirrors `ActivityInvite`. */
export const INVITE_FIELDS = {
  senderId: userId,
  channelId,
  messageId,
  type: enumOf("ActivityActionTypes"),
  applicationId,
  parentApplicationId: applicationId,
  partyId: TEXT,
  sessionId: TEXT,
  valid: FLAG,
};
export const INVITE = fields(INVITE_FIELDS);
export type InviteRecord = ValueOf<typeof INVITE>;
