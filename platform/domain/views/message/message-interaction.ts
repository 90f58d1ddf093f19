import { InteractionType, type MessagePayload } from "sdkpp/wire";
import type { MessageInteraction } from "../../records/message/message-interaction.js";
import type { Message } from "../../records/message/message.js";
import { deletedUser } from "../../records/user/user.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { userView } from "../user/user.js";

type View = Record<string, unknown>;

/** The interaction fields of a response; none for other messages. */
export function interactionPart(world: UserWorld, message: Message): Partial<MessagePayload> {
  const { interaction, applicationId } = message;
  if (interaction === undefined) return {};
  return {
    application_id: applicationId,
    webhook_id: applicationId,
    interaction_metadata: metadataView(world, interaction),
    ...(interaction.name === undefined ? {} : { interaction: oldView(world, interaction) }),
  } as Partial<MessagePayload>;
}

function metadataView(world: UserWorld, source: MessageInteraction): View {
  const { id, type, userId, owners, originalResponseId, interactedMessageId, trigger } = source;
  return {
    id,
    type,
    user: userView(world.users.get(userId) ?? deletedUser(userId)),
    authorizing_integration_owners: owners,
    ...(originalResponseId === undefined ? {} : { original_response_message_id: originalResponseId }),
    ...(interactedMessageId === undefined ? {} : { interacted_message_id: interactedMessageId }),
    ...(type === InteractionType.ApplicationCommand ? commandView(world, source) : {}),
    ...(trigger === undefined ? {} : { triggering_interaction_metadata: metadataView(world, trigger) }),
  };
}

function commandView(world: UserWorld, source: MessageInteraction): View {
  const { name, commandType, targetUserId, targetMessageId } = source;
  const target = targetUserId === undefined ? undefined : world.users.get(targetUserId);
  return {
    name,
    command_type: commandType,
    ...(target && { target_user: userView(target) }),
    ...(targetMessageId === undefined ? {} : { target_message_id: targetMessageId }),
  };
}

/** Deprecated; clients of old still read it. */
function oldView(world: UserWorld, { id, type, name, userId }: MessageInteraction): View {
  return { id, type, name, user: userView(world.users.get(userId) ?? deletedUser(userId)) };
}
