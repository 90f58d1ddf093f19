import type { UserRecord } from "./records.js";

/** Content of a message that a game cannot show. */
export interface AdditionalContentRecord {
  kind: string;
  title: string | undefined;
  count: number;
}

/**
 * The client's record of a message. There is one record per message: a holder sees later changes even after the
 * store has dropped it.
 */
export interface MessageRecord {
  readonly id: bigint;
  /** in a lobby without a linked channel: the lobby's id; in a conversation that is not stored: the other user's id */
  channelId: bigint;
  lobbyId: bigint | undefined;
  /** the other user, where the message names it */
  recipientId: bigint | undefined;
  /** whether the platform's own app shows it too */
  isStored: boolean;
  authorId: bigint;
  content: string;
  /** names of mentioned users that the client does not know */
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
  /** set on the notice that the SDK itself adds */
  disclosureType: number | undefined;
}

/** A stored conversation of the player. */
export interface ChannelRecord {
  id: bigint;
  type: number;
  name: string;
  recipientIds: readonly bigint[];
}

/** A message as an event carries it. */
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
  /** undefined: not included, the known value stays */
  metadata: Record<string, string> | undefined;
  /** undefined: not included, the known value stays */
  moderationMetadata: Record<string, string> | undefined;
  disclosureType?: number | undefined;
}

export interface ChannelFacts {
  id: bigint;
  type: number;
  name: string;
  recipients: readonly UserRecord[];
}
