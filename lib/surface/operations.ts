import {
  enumOf,
  fields,
  FLAG,
  listOf,
  made,
  NOTHING,
  NUMBER,
  optional,
  TEXT,
  TEXTS,
  type Kind,
  type Shape,
  type ValueOf,
} from "./kinds.js";
import { ASSETS, DEVICE, IDS, INVITE_FIELDS, MESSAGE, TIMESTAMPS, USER } from "./records.js";

const { userId, lobbyId, channelId, messageId, guildId, applicationId } = IDS;

/** An argument: its name, for errors, and what it looks like. */
export type Argument = readonly [name: string, kind: Shape];

/**
 * One operation. `on` names the owner of the member: "client"; "call", the one in the lobby of the first argument; "session", which keeps the
 * player signed in.
 */
export interface OperationRow {
  readonly on: "client" | "call" | "session";
  readonly arguments: readonly Argument[];
  readonly value: Shape;
  /** the property of the member's value that is the operation's; default: the value itself */
  readonly property?: string;
}

type Rest<K> = Omit<OperationRow, "on" | "arguments" | "value"> & { readonly value?: Kind<K> };

/** An {@link OperationRow} that the compiler knows the types of. */
export interface TypedOperation<A extends readonly Argument[], T> extends OperationRow {
  readonly arguments: A;
  readonly value: Kind<T>;
}

function row(on: OperationRow["on"]) {
  return <const A extends readonly Argument[], T = undefined>(
    args: A,
    { value, ...rest }: Rest<T> = {},
  ): TypedOperation<A, T> => ({ on, arguments: args, value: value ?? (NOTHING as Kind<T>), ...rest });
}

const client = row("client");
const call = row("call");
const session = row("session");

const ACTIVITY_GIVEN = made("Activity", {
  name: TEXT,
  type: enumOf("ActivityTypes"),
  details: optional(TEXT),
  state: optional(TEXT),
  party: optional(
    fields({ id: TEXT, currentSize: NUMBER, maxSize: NUMBER, privacy: enumOf("ActivityPartyPrivacy") }),
  ),
  assets: optional(ASSETS),
  timestamps: optional(TIMESTAMPS),
  /** with it others can join */
  secrets: optional(fields({ join: TEXT })),
  supportedPlatforms: optional(NUMBER),
});
const INVITE_GIVEN = made("ActivityInvite", INVITE_FIELDS);
const SUMMARY = fields({ userId, lastMessageId: messageId });
const GUILD = fields({ id: guildId, name: TEXT });
const GUILD_CHANNEL = fields({
  id: channelId,
  name: TEXT,
  type: enumOf("ChannelType"),
  position: NUMBER,
  parentId: optional(channelId),
  isLinkable: FLAG,
  isViewableAndWriteableByAllMembers: FLAG,
});
const FINDING = fields({ about: TEXT, found: TEXT, remedy: TEXT });

const ofUser = [["userId", userId]] as const;
const ofLobby = [["lobbyId", lobbyId]] as const;
const byName = [["username", TEXT]] as const;

/** Operations that a page may be allowed, named as in the SDK, arguments in its order. */
export const OPERATIONS = {
  // who is signed in
  signIn: session([]),
  signOut: session([]),

  // lobbies
  createOrJoinLobby: client([["secret", TEXT]], { value: lobbyId, property: "lobbyId" }),
  createOrJoinLobbyWithMetadata: client(
    [
      ["secret", TEXT],
      ["lobbyMetadata", TEXTS],
      ["memberMetadata", TEXTS],
    ],
    { value: lobbyId, property: "lobbyId" },
  ),
  leaveLobby: client(ofLobby),

  // messages
  sendLobbyMessage: client([...ofLobby, ["content", TEXT]], { value: messageId, property: "messageId" }),
  sendLobbyMessageWithMetadata: client([...ofLobby, ["content", TEXT], ["metadata", TEXTS]], {
    value: messageId,
    property: "messageId",
  }),
  getLobbyMessagesWithLimit: client([...ofLobby, ["limit", NUMBER]], {
    value: listOf(MESSAGE),
    property: "messages",
  }),
  sendUserMessage: client(
    [
      ["recipientId", userId],
      ["content", TEXT],
    ],
    {
      value: messageId,
      property: "messageId",
    },
  ),
  sendUserMessageWithMetadata: client(
    [
      ["recipientId", userId],
      ["content", TEXT],
      ["metadata", TEXTS],
    ],
    {
      value: messageId,
      property: "messageId",
    },
  ),
  editUserMessage: client([
    ["recipientId", userId],
    ["messageId", messageId],
    ["content", TEXT],
  ]),
  deleteUserMessage: client([
    ["recipientId", userId],
    ["messageId", messageId],
  ]),
  getUserMessagesWithLimit: client(
    [
      ["recipientId", userId],
      ["limit", NUMBER],
    ],
    {
      value: listOf(MESSAGE),
      property: "messages",
    },
  ),
  getUserMessageSummaries: client([], { value: listOf(SUMMARY), property: "summaries" }),
  canOpenMessageInDiscord: client([["messageId", messageId]], { value: FLAG }),

  // friends
  sendDiscordFriendRequest: client(byName),
  sendDiscordFriendRequestById: client(ofUser),
  sendGameFriendRequest: client(byName),
  sendGameFriendRequestById: client(ofUser),
  acceptDiscordFriendRequest: client(ofUser),
  acceptGameFriendRequest: client(ofUser),
  rejectDiscordFriendRequest: client(ofUser),
  rejectGameFriendRequest: client(ofUser),
  cancelDiscordFriendRequest: client(ofUser),
  cancelGameFriendRequest: client(ofUser),
  removeGameFriend: client(ofUser),
  removeDiscordAndGameFriend: client(ofUser),
  blockUser: client(ofUser),
  unblockUser: client(ofUser),
  searchFriendsByUsername: client([["searchStr", TEXT]], { value: listOf(USER) }),

  // presence and invites
  updateRichPresence: client([["activity", ACTIVITY_GIVEN]]),
  clearRichPresence: client([]),
  setOnlineStatus: client([["status", enumOf("StatusType")]]),
  sendActivityInvite: client([...ofUser, ["content", TEXT]]),
  sendActivityJoinRequest: client(ofUser),
  sendActivityJoinRequestReply: client([["invite", INVITE_GIVEN]]),
  acceptActivityInvite: client([["invite", INVITE_GIVEN]], { value: TEXT, property: "joinSecret" }),

  // servers whose channels lobbies are linked to
  getUserGuilds: client([], { value: listOf(GUILD), property: "guilds" }),
  getGuildChannels: client([["guildId", guildId]], {
    value: listOf(GUILD_CHANNEL),
    property: "guildChannels",
  }),
  linkChannelToLobby: client([...ofLobby, ["channelId", channelId]]),
  unlinkChannelFromLobby: client(ofLobby),

  // calls
  startCall: client(ofLobby),
  endCall: client(ofLobby),
  endCalls: client([]),
  setSelfMute: call([...ofLobby, ["mute", FLAG]]),
  setSelfDeaf: call([...ofLobby, ["deaf", FLAG]]),
  setLocalMute: call([...ofLobby, ...ofUser, ["mute", FLAG]]),
  setParticipantVolume: call([...ofLobby, ...ofUser, ["volume", NUMBER]]),
  setAudioMode: call([...ofLobby, ["audioMode", enumOf("AudioModeType")]]),
  setPTTActive: call([...ofLobby, ["active", FLAG]]),
  setPTTReleaseDelay: call([...ofLobby, ["releaseDelayMs", NUMBER]]),
  setVADThreshold: call([...ofLobby, ["automatic", FLAG], ["threshold", NUMBER]]),
  getVerificationCode: call([...ofLobby, ...ofUser], { value: optional(TEXT) }),
  why: call(ofLobby, { value: listOf(FINDING) }),

  // sound
  setSelfMuteAll: client([["mute", FLAG]]),
  setSelfDeafAll: client([["deaf", FLAG]]),
  setInputVolume: client([["inputVolume", NUMBER]]),
  setOutputVolume: client([["outputVolume", NUMBER]]),
  getInputDevices: client([], { value: listOf(DEVICE) }),
  getOutputDevices: client([], { value: listOf(DEVICE) }),
  setInputDevice: client([["deviceId", TEXT]]),
  setOutputDevice: client([["deviceId", TEXT]]),
  setEchoCancellation: client([["on", FLAG]]),
  setNoiseSuppression: client([["on", FLAG]]),
  setNoiseCancellation: client([["on", FLAG]]),
  setAutomaticGainControl: client([["on", FLAG]]),
  setNoAudioInputThreshold: client([["dBFSThreshold", NUMBER]]),

  // starting the game
  registerLaunchCommand: client(
    [
      ["applicationId", applicationId],
      ["command", TEXT],
    ],
    { value: FLAG },
  ),
} as const;

/** The name of an operation. */
export type OperationName = keyof typeof OPERATIONS;

/** The values of arguments, in their order. */
export type ArgumentValues<A extends readonly Argument[]> = { [I in keyof A]: ValueOf<A[I][1]> };

/** The arguments of an operation, as a page gives them. */
export type ArgumentsOf<K extends OperationName> = ArgumentValues<(typeof OPERATIONS)[K]["arguments"]>;

/** The value of an operation. */
export type ResultOf<K extends OperationName> = ValueOf<(typeof OPERATIONS)[K]["value"]>;
