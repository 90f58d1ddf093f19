/**
 * The SDK as data: operations with their arguments, the parts of the state, events. What stands between a page and a `Client` is made from it: the
 * bridge, its types, its checks. Safe in a browser: nothing here needs Node.
 */
export type { ApplicationId, ChannelId, GuildId, Id, LobbyId, MessageId, UserId } from "./ids.js";
export type { EnumName, Enums, Kind, Shape, ValueClass, ValueOf } from "./kinds.js";
export type {
  ActivityRecord,
  CallRecord,
  DeviceRecord,
  DevicesRecord,
  InviteRecord,
  LobbyRecord,
  MemberRecord,
  MessageRecord,
  ParticipantRecord,
  RelationshipRecord,
  SessionRecord,
  UserRecord,
  VoiceRecord,
} from "./records.js";
export {
  ACTIVITY,
  ASSETS,
  CALL,
  DEVICE,
  DEVICES,
  INVITE,
  LOBBY,
  MEMBER,
  MESSAGE,
  PARTICIPANT,
  RELATIONSHIP,
  SESSION,
  TIMESTAMPS,
  USER,
  VOICE,
} from "./records.js";
export {
  OPERATIONS,
  type Argument,
  type ArgumentsOf,
  type ArgumentValues,
  type OperationName,
  type OperationRow,
  type ResultOf,
  type TypedOperation,
} from "./operations.js";
export {
  COLLECTIONS,
  keyFrom,
  keyOf,
  type CollectionName,
  type CollectionRow,
  type RecordOf,
} from "./state.js";
export { EVENTS, type EventArguments, type EventName } from "./events.js";
export { GROUPS, isAllowed, SOUNDS, type Allowed } from "./groups.js";
