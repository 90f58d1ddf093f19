import { JsonErrorCode, WEBHOOK_NAME_MAX, type Snowflake } from "sdkpp/wire";
import { ChannelType, type Guild } from "../../records/guild/guild.js";
import { guildIconSlot } from "../../records/picture/picture-slots.js";
import { FOLLOWERS_MAX, type Webhook } from "../../records/webhook/webhook.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { PlacedChannel } from "../../world/guild/placed-channel.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { PictureWorld } from "../../world/picture/picture-world.js";
import { pictureAt } from "../../world/picture/pictures.js";
import type { DigestPort, IdsPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { followersOf } from "../../world/webhook/followers.js";
import type { WebhookWorld } from "../../world/webhook/webhook-world.js";
import { invalidField, wrongChannelType } from "../faults.js";
import { findChannel } from "../guild-access.js";
import { done, Fault, type Result } from "../outcome.js";
import { limitFault, putWebhook, type WebhookAppearance } from "./changes.js";
import { creation, managedChannel } from "./webhooks.js";

/** The slices of the world that following uses. */
type Touched = WebhookWorld & GuildWorld & UserWorld & PictureWorld & DigestPort & IdsPort;

/** The followed channel, and the webhook that posts what is crossposted there. */
interface FollowedChannel {
  readonly channel_id: Snowflake;
  readonly webhook_id: Snowflake;
}

/** Types of channels that can follow another one. */
const FOLLOWING: ReadonlySet<number> = new Set([ChannelType.GuildText, ChannelType.GuildAnnouncement]);

/** `POST /channels/{id}/followers`. @param targetId the channel that follows, whose webhooks the actor manages */
export function followChannel(
  world: Touched,
  actor: Actor,
  channelId: Snowflake,
  targetId: Snowflake,
): Result<FollowedChannel> {
  const source = findChannel(world, actor, channelId);
  if (source instanceof Fault) return source;
  if (source.channel.type !== ChannelType.GuildAnnouncement) return wrongChannelType();
  const target = managedChannel(world, actor, targetId);
  if (target instanceof Fault) return target;
  const fault = targetFault(source, target) ?? limitFault(world, targetId) ?? crowdFault(world, channelId);
  if (fault !== undefined) return fault;
  const plain: Webhook = {
    id: world.ids.next(),
    guildId: target.guild.id,
    channelId: targetId,
    name: "",
    source: { guildId: source.guild.id, channelId },
    applicationId: actor.application.id,
    userId: actor.user.id,
  };
  const webhook = putWebhook(world, plain, appearanceOf(world, source.guild));
  return done({ channel_id: channelId, webhook_id: webhook.id }, [
    ...creation(actor, target, webhook),
    { kind: "channelFollowed", placed: target, source, webhook },
  ]);
}

function targetFault(source: PlacedChannel, target: PlacedChannel): Fault | undefined {
  if (!FOLLOWING.has(target.channel.type)) return wrongChannelType();
  if (target.channel.id !== source.channel.id) return undefined;
  return invalidField("webhook_channel_id", "CHANNEL_FOLLOWS_ITSELF", "A channel cannot follow itself.");
}

function crowdFault(world: WebhookWorld, channelId: Snowflake): Fault | undefined {
  if (followersOf(world, channelId).length < FOLLOWERS_MAX) return undefined;
  const message = `Maximum number of webhooks reached (${String(FOLLOWERS_MAX)})`;
  return new Fault(400, JsonErrorCode.WebhookLimitReached, message);
}

/** It posts as the server whose announcements it brings. */
function appearanceOf(world: PictureWorld, { id, name, icon }: Guild): WebhookAppearance {
  const avatar = icon === undefined ? undefined : pictureAt(world, `${guildIconSlot(id)}/${icon}`);
  return { name: [...name].slice(0, WEBHOOK_NAME_MAX).join(""), avatar };
}
