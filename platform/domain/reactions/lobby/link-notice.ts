import { MessageType } from "sdkpp/wire";
import type { Fact, FactOf } from "../../facts/facts.js";
import { postSystemMessage } from "../../rules/posting/notices.js";
import { linkedPlace } from "../../world/message/channel-place.js";
import type { World } from "../../world/world.js";

/** Posts a system message in a linked channel, in the name of the user who linked it. */
export function postLinkNotice(world: World, { lobby }: FactOf<"lobbyLinkChanged">): readonly Fact[] {
  const { applicationId, link } = lobby;
  const place = linkedPlace(world, lobby);
  if (link === undefined || place === undefined) return [];
  const type = MessageType.ChannelLinkedToLobby;
  return postSystemMessage(world, place, { type, authorId: link.linkedBy, applicationId });
}
