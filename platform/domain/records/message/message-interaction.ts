import type { Snowflake } from "sdkpp/wire";

/** For which installations an interaction counts, by `InstallationContext`: the server (0: a conversation), and the user. */
export type InteractionOwners = Readonly<Partial<Record<"0" | "1", Snowflake>>>;

/** A message's record of the interaction that it responds to. */
export interface MessageInteraction {
  readonly id: Snowflake;
  /** A value of `InteractionType`. */
  readonly type: number;
  readonly userId: Snowflake;
  readonly owners: InteractionOwners;
  /** Name of a command with group and subcommand. */
  readonly name?: string;
  /** A value of `CommandType`. */
  readonly commandType?: number;
  readonly targetUserId?: Snowflake;
  readonly targetMessageId?: Snowflake;
  /** The message whose component was used. */
  readonly interactedMessageId?: Snowflake;
  /** The first response, of a follow-up. */
  readonly originalResponseId?: Snowflake;
  /** The interaction that opened the submitted modal. */
  readonly trigger?: MessageInteraction;
}
