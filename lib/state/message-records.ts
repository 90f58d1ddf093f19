import type { UserRecord } from "./records.js";

/** What of a message a game cannot show. */
export interface AdditionalContentRecord {
  kind: string;
  title: string | undefined;
  count: number;
}

/**
 * What the client knows about a message. One record per message: whoever holds it sees later changes, also when
 * the store has let go of it.
 */
export interface MessageRecord {
  readonly id: bigint;
  /** of a lobby without a linked channel: the lobby's id; of an exchange that is not stored: the other user's id */
  channelId: bigint;
  lobbyId: bigint | undefined;
  /** the other user, where the message itself says so */
  recipientId: bigint | undefined;
  /** whether the platform's own app shows it, too */
  isStored: boolean;
  authorId: bigint;
  content: string;
  /** names of users the text mentions, for those the client does not know */
  mentionedNames: ReadonlyMap<bigint, string>;
  sentAt: number;
  /** 0: never */
  editedAt: number;
  applicationId: bigint | undefined;
  sentFromGame: boolean;
  additionalName: string | undefined;
  additionalContent: AdditionalContentRecord | undefined;
  metadata: Record<string, string>;
  moderationMetadata: Record<string, string>;
  /** set on the notice the SDK makes up itself */
  disclosureType: number | undefined;
}

/** A conversation of the user that the platform stores. */
export interface ChannelRecord {
  id: bigint;
  type: number;
  name: string;
  recipientIds: readonly bigint[];
}

/** A message as an event tells it. */
export interface MessageFacts {
  id: bigint;
  channelId: bigint;
  channelType: number | undefined;
  lobbyId: bigint | undefined;
  recipientId: bigint | undefined;
  author: UserRecord;
  mentions: readonly UserRecord[];
  content: string;
  sentAt: number;
  editedAt: number;
  applicationId: bigint | undefined;
  sentFromGame: boolean;
  additionalName: string | undefined;
  additionalContent: AdditionalContentRecord | undefined;
  /** undefined: not told, what was known stays */
  metadata: Record<string, string> | undefined;
  /** undefined: not told, what was known stays */
  moderationMetadata: Record<string, string> | undefined;
  disclosureType?: number | undefined;
}

export interface ChannelFacts {
  id: bigint;
  type: number;
  name: string;
  recipients: readonly UserRecord[];
}
