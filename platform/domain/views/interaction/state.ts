import { InteractionCallback, MessageFlag, type MessagePayload, type Snowflake } from "sdkpp/wire";
import type { Interaction, InteractionResponse } from "../../records/interaction/interaction.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { InteractionWorld } from "../../world/interaction/interaction-world.js";
import { isMissed, messageAt } from "../../world/interaction/interactions.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { ClockPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { messageView } from "../message/message.js";

/** A form that an application has opened, in the words of the wire. */
export interface OpenedModal {
  readonly custom_id: string;
  readonly title: string;
  /** Labels with their fields, texts, and rows. */
  readonly components: readonly object[];
}

/** One of the values that autocomplete offers. */
export interface OfferedChoice {
  readonly name: string;
  readonly value: string | number;
}

/** An interaction as its user sees it. */
export interface InteractionState {
  readonly id: Snowflake;
  /**
   * `"waiting"` for the first response, which is due within 3 seconds; `"failed"`: there was none in time; `"loading"`: a
   * response is still to come; `"answered"`.
   */
  readonly status: "waiting" | "failed" | "loading" | "answered";
  /** Why it failed, where the application can be told. */
  readonly problem?: string;
  /** `type` of the first response, of `InteractionCallback`. */
  readonly callback?: number;
  /** The first response as it is now, also when only the user sees it. */
  readonly message?: MessagePayload;
  /** Messages that followed it, oldest first; at most the newest 100. */
  readonly followUps: readonly MessagePayload[];
  /** The modal that was opened. */
  readonly modal?: OpenedModal;
  /** The choices of an autocomplete. */
  readonly choices?: readonly OfferedChoice[];
  /** The activity that was launched. */
  readonly activityInstanceId?: string;
}

type Touched = InteractionWorld & GuildWorld & MessageWorld & UserWorld & ApplicationWorld & ClockPort;

export function interactionState(world: Touched, interaction: Interaction): InteractionState {
  const { id, response, problem, followUpIds } = interaction;
  const message = seen(world, interaction, response?.messageId);
  return {
    id,
    status: statusOf(world, interaction, message),
    ...(problem === undefined ? {} : { problem }),
    ...(response === undefined ? {} : partsOf(response)),
    ...(message && { message }),
    followUps: followUpIds.flatMap((messageId) => seen(world, interaction, messageId) ?? []),
  };
}

function partsOf({ callback, modal, choices, activityInstanceId }: InteractionResponse) {
  return {
    callback,
    ...(modal && { modal }),
    ...(choices && { choices }),
    ...(activityInstanceId === undefined ? {} : { activityInstanceId }),
  };
}

function statusOf(
  world: Touched,
  interaction: Interaction,
  message: MessagePayload | undefined,
): InteractionState["status"] {
  const { response } = interaction;
  if (response === undefined) return isMissed(world, interaction) ? "failed" : "waiting";
  const isDeferred = response.callback === InteractionCallback.DeferredChannelMessage;
  return isDeferred && ((message?.flags ?? 0) & MessageFlag.Loading) !== 0 ? "loading" : "answered";
}

function seen(
  world: Touched,
  { channelId }: Interaction,
  messageId: Snowflake | undefined,
): MessagePayload | undefined {
  const message = messageId === undefined ? undefined : messageAt(world, channelId, messageId);
  return message && messageView(world, message);
}
