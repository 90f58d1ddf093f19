import { INTERACTION_TOKEN_MS, type Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";
import type { Modal } from "../component/component.js";
import { endKey } from "../end-key.js";
import type { Attachment } from "../message/attachment.js";
import type { MessageInteraction } from "../message/message-interaction.js";

/** An application's response to an interaction. */
export interface InteractionResponse {
  /** A value of `InteractionCallback`. */
  readonly callback: number;
  /** The message that `@original` names; absent: none */
  readonly messageId?: Snowflake;
  readonly modal?: Modal;
  readonly choices?: readonly { readonly name: string; readonly value: string | number }[];
  readonly activityInstanceId?: string;
}

/** A user has used a command, a component or a modal of an application. */
export interface Interaction {
  readonly id: Snowflake;
  readonly applicationId: Snowflake;
  readonly tokenHash: string;
  readonly channelId: Snowflake;
  /** null: in a conversation */
  readonly guildId: Snowflake | null;
  /** A value of `InteractionContext`. */
  readonly context: number;
  /** The description of the interaction in its responses. */
  readonly source: MessageInteraction;
  /** Unix milliseconds */
  readonly createdAt: number;
  /** Absent: the application has not responded. */
  readonly response?: InteractionResponse;
  /** The newest of the messages that followed the first response. */
  readonly followUpIds: readonly Snowflake[];
  /** Why there will be no response, in words. */
  readonly problem?: string;
  /** Files that the user has uploaded with it. */
  readonly attachments?: readonly Attachment[];
}

export function interactionIndex({ applicationId, tokenHash, createdAt }: Interaction): IndexValues {
  return { application: applicationId, token: tokenHash, due: endKey(createdAt + INTERACTION_TOKEN_MS) };
}

/** Whether only the user has installed the application, and the server has not. */
export function isUserInstallOnly({ source }: Interaction): boolean {
  return source.owners["0"] === undefined && source.owners["1"] !== undefined;
}
