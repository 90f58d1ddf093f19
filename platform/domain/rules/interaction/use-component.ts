import { ComponentType, InteractionType, type Snowflake } from "sdkpp/wire";
import type { Button, Select } from "../../records/component/component.js";
import { controlNamed } from "../../records/component/tree.js";
import type { Message } from "../../records/message/message.js";
import { resolvedView } from "../../views/interaction/resolved.js";
import { messageAt } from "../../world/interaction/interactions.js";
import { selectionOf } from "../component/selection.js";
import { Fault, type Outcome } from "../outcome.js";
import { openInteraction, type InteractionRulesWorld } from "./open.js";
import { choosableIn, impossible, ownersOf, invocationOf, type Invocation } from "./invocation.js";

/** A user presses a button, or chooses in a select. */
export interface ComponentUse {
  readonly userId: Snowflake;
  readonly channelId: Snowflake;
  readonly messageId: Snowflake;
  readonly customId: string;
  /** Values of a select's options, or ids. */
  readonly values?: readonly string[] | undefined;
  readonly locale?: string | undefined;
}

/** @returns the id of the interaction */
export function useComponent(world: InteractionRulesWorld, use: ComponentUse): Outcome<Snowflake> | Fault {
  const { userId, channelId, messageId, customId, locale } = use;
  const message = messageAt(world, channelId, messageId);
  if (message === undefined || !isSeenBy(message, userId))
    return impossible(`User ${userId} sees no message ${messageId} in channel ${channelId}.`);
  const invocation = invocationOf(world, { applicationId: message.applicationId, userId, channelId });
  if (invocation instanceof Fault) return invocation;
  const component = controlNamed(message.components ?? [], customId);
  if (component === undefined || component.disabled === true)
    return impossible(`Message ${messageId} has no component "${customId}" that can be used.`);
  const data = dataOf(world, invocation, component, use);
  if (data instanceof Fault) return data;
  return openInteraction(world, {
    invocation,
    source: {
      type: InteractionType.MessageComponent,
      owners: message.interaction?.owners ?? ownersOf(world, invocation),
      interactedMessageId: messageId,
    },
    data,
    locale,
    message,
  });
}

/** An ephemeral message is seen only by the user of its interaction. */
function isSeenBy(message: Message, userId: Snowflake): boolean {
  return !("interactionId" in message) || message.interaction?.userId === userId;
}

function dataOf(
  world: InteractionRulesWorld,
  invocation: Invocation,
  component: Button | Select,
  { customId, values = [] }: ComponentUse,
): Record<string, unknown> | Fault {
  const plain = { custom_id: customId, component_type: component.type, id: component.id };
  if (component.type === ComponentType.Button) {
    return values.length === 0
      ? plain
      : impossible(`Component "${customId}" is a button: it takes no values.`);
  }
  const chosen = selectionOf(component, values, choosableIn(world, invocation));
  if (chosen instanceof Fault) return chosen;
  const { application, place, user } = invocation;
  const resolved = resolvedView(world, { application, place, userId: user.id }, chosen);
  return { ...plain, values, ...(resolved && { resolved }) };
}
