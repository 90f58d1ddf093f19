import { CallError, CallStatus, ClientError, ClientStatus, RelationshipType, StatusType } from "sdkpp/enums";
import {
  keyOf,
  type CallRecord,
  type CollectionName,
  type LobbyId,
  type MessageRecord,
  type ParticipantRecord,
  type RecordOf,
  type RelationshipRecord,
  type SessionRecord,
  type UserId,
  type UserRecord,
} from "sdkpp/surface";
import type { Change } from "../../../../packages/electron/bridge/messages.js";

/** This game. */
export const GAME = "1000" as SessionRecord["applicationId"];
export const ME = "1" as UserId;
export const LOBBY = "500" as LobbyId;
export const userId = (number: number): UserId => String(number) as UserId;

export function put<K extends CollectionName>(collection: K, record: RecordOf<K>): Change {
  return [collection, keyOf(collection, record), record];
}

export function session(given: Partial<SessionRecord> = {}): SessionRecord {
  return { status: ClientStatus.Ready, error: ClientError.None, userId: ME, applicationId: GAME, ...given };
}

export function user(number: number, given: Partial<UserRecord> = {}): UserRecord {
  const name = `name${String(number).padStart(5, "0")}`;
  return {
    id: userId(number),
    username: name,
    displayName: name,
    globalName: undefined,
    avatarUrl: "",
    isProvisional: false,
    status: StatusType.Online,
    gameActivity: undefined,
    ...given,
  };
}

export function relationship(number: number, given: Partial<RelationshipRecord> = {}): RelationshipRecord {
  return {
    id: userId(number),
    discordRelationshipType: RelationshipType.Friend,
    gameRelationshipType: RelationshipType.None,
    isSpamRequest: false,
    hasPlayedGame: false,
    ...given,
  };
}

export function participant(number: number, given: Partial<ParticipantRecord> = {}): ParticipantRecord {
  return {
    lobbyId: LOBBY,
    userId: userId(number),
    selfMute: false,
    selfDeaf: false,
    isSpeaking: false,
    isLocallyMuted: false,
    volume: 100,
    ...given,
  };
}

export function call(given: Partial<CallRecord> = {}): CallRecord {
  return {
    lobbyId: LOBBY,
    status: CallStatus.Connected,
    error: CallError.None,
    selfMute: false,
    selfDeaf: false,
    audioMode: 1,
    pttActive: false,
    encryption: { state: "on", privacyCode: "123" },
    ...given,
  };
}

export function message(number: number, given: Partial<MessageRecord> = {}): MessageRecord {
  return {
    id: String(number) as MessageRecord["id"],
    channelId: LOBBY as string as MessageRecord["channelId"],
    lobbyId: LOBBY,
    authorId: userId(2),
    recipientId: undefined,
    content: `m${String(number)}`,
    metadata: {},
    sentTimestamp: number,
    editedTimestamp: 0,
    sentFromGame: true,
    ...given,
  };
}

/** The player, signed in, with that many friends, numbered from 10. */
export function friends(count: number): Change[] {
  const numbers = Array.from({ length: count }, (_, index) => index + 10);
  return [
    put("session", session()),
    put("users", user(1)),
    ...numbers.flatMap((number) => [put("users", user(number)), put("relationships", relationship(number))]),
  ];
}
