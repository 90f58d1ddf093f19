import type { MessagePayload } from "sdkpp/wire";
import type { Message } from "../../records/message/message.js";
import { ApplicationFlag, hasPrivilege } from "../../records/oauth2/application.js";
import type { ChannelPlace } from "../../world/message/channel-place.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { directMessageView } from "./direct-message.js";
import { withoutContent } from "./message-content.js";
import { messageView, pollPart } from "./message.js";
import { reactionsView } from "./reactions.js";

/** A message of `/channels/{id}` as the actor reads it: an application that may not read messages sees the text of a few only (G§4). */
export function channelMessageView(
  world: MessageWorld & UserWorld & ApplicationWorld,
  place: ChannelPlace,
  actor: Actor,
  message: Message,
): MessagePayload {
  const view = {
    ...whole(world, place, actor, message),
    ...reactionsPart(world, actor, message),
    ...pollPart(world, message, actor.user.id),
  };
  const readsAll =
    actor.kind === "account" || hasPrivilege(actor.application, ApplicationFlag.GatewayMessageContent);
  return place.kind === "dm" || readsAll ? view : withoutContent(view, actor.user.id);
}

function whole(
  world: MessageWorld & UserWorld & ApplicationWorld,
  place: ChannelPlace,
  actor: Actor,
  message: Message,
): MessagePayload {
  return place.kind === "dm"
    ? directMessageView(world, message, actor.application.id)
    : messageView(world, message);
}

/** Absent without reactions. */
function reactionsPart(
  world: MessageWorld,
  { user }: Actor,
  { id }: Message,
): Pick<MessagePayload, "reactions"> {
  const reactions = reactionsView(world, id, user.id);
  return reactions.length === 0 ? {} : { reactions };
}
