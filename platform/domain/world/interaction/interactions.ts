import { INTERACTION_RESPONSE_MS, INTERACTION_TOKEN_MS, type Snowflake } from "sdkpp/wire";
import type { Interaction } from "../../records/interaction/interaction.js";
import type { Message } from "../../records/message/message.js";
import type { ClockPort, DigestPort } from "../ports.js";
import type { GuildWorld } from "../guild/guild-world.js";
import { findInChannel } from "../message/channel-history.js";
import { placeOf } from "../message/channel-place.js";
import { removeFiles } from "../message/files.js";
import type { MessageWorld } from "../message/message-world.js";
import type { InteractionWorld } from "./interaction-world.js";

/** The interaction of an application with this token, while the token is valid. */
export function interactionByToken(
  world: InteractionWorld & ClockPort & DigestPort,
  applicationId: Snowflake,
  token: string,
): Interaction | undefined {
  const interaction = world.interactions.first("token", world.digest.sha256(token));
  if (interaction?.applicationId !== applicationId) return undefined;
  return hasEnded(world, interaction) ? undefined : interaction;
}

/** Its token is not valid any more: its time is over, or there was no response in time. */
export function hasEnded(world: ClockPort, interaction: Interaction): boolean {
  const age = world.clock.now() - interaction.createdAt;
  return age > INTERACTION_TOKEN_MS || isMissed(world, interaction);
}

/** Whether the application cannot respond, or has let the time for its first response pass. */
export function isMissed({ clock }: ClockPort, { createdAt, response, problem }: Interaction): boolean {
  if (problem !== undefined) return true;
  return response === undefined && clock.now() - createdAt > INTERACTION_RESPONSE_MS;
}

/** A message of a channel, or one there that only one user sees. */
export function messageAt(
  world: InteractionWorld & MessageWorld & GuildWorld,
  channelId: Snowflake,
  messageId: Snowflake,
): Message | undefined {
  const hidden = world.ephemeralMessages.get(messageId);
  if (hidden !== undefined) return hidden.channelId === channelId ? hidden : undefined;
  const place = placeOf(world, channelId);
  return place && findInChannel(world, place, messageId);
}

/** Forgets an interaction with its files, and what only its user has seen. Run it in a transaction. */
export function removeInteraction(
  world: InteractionWorld & MessageWorld,
  { id, attachments = [] }: Interaction,
): void {
  for (const message of world.ephemeralMessages.listBy("interaction", id)) {
    removeFiles(world, message.attachments ?? []);
    world.ephemeralMessages.delete(message.id);
  }
  removeFiles(world, attachments);
  world.interactions.delete(id);
}
