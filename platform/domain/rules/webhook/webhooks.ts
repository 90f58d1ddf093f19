import { AuditLogEvent, Permission, type Snowflake } from "sdkpp/wire";
import { ChannelType } from "../../records/guild/guild.js";
import { mayIn } from "../../records/guild/permissions.js";
import type { Webhook } from "../../records/webhook/webhook.js";
import { managedWebhookView, webhookAuditView } from "../../views/webhook/webhook.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { type PlacedChannel } from "../../world/guild/placed-channel.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { PictureWorld } from "../../world/picture/picture-world.js";
import type { DigestPort, IdsPort, RandomPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { placedWebhook, type PlacedWebhook } from "../../world/webhook/placed-webhook.js";
import type { WebhookWorld } from "../../world/webhook/webhook-world.js";
import { auditChanges, audited } from "../audit.js";
import type { Fact } from "../../facts/facts.js";
import { invalidField, missingPermissions, unknownWebhook, wrongChannelType } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { limitFault, putWebhook, readAppearance, removeWebhook, type WebhookInput } from "./changes.js";
import { findGuildAs, findChannel } from "../guild-access.js";

/** The slices of the world that these rules use. */
type Touched = WebhookWorld & GuildWorld & UserWorld & PictureWorld & DigestPort & IdsPort & RandomPort;

type View = Record<string, unknown>;

/** The platform's web address, for addresses in views. */
type WebBase = string;

const TOKEN_LENGTH = 68;

/** `POST /channels/{id}/webhooks`. */
export function createWebhook(
  world: Touched,
  actor: Actor,
  channelId: Snowflake,
  input: WebhookInput & { readonly name: string },
  webBase: WebBase,
): Result<View> {
  const placed = managedChannel(world, actor, channelId);
  if (placed instanceof Fault) return placed;
  const appearance = readAppearance(input);
  if (appearance instanceof Fault) return appearance;
  const fault = limitFault(world, channelId);
  if (fault !== undefined) return fault;
  const plain: Webhook = {
    id: world.ids.next(),
    guildId: placed.guild.id,
    channelId,
    name: input.name,
    token: world.random.token(TOKEN_LENGTH),
    applicationId: actor.application.id,
    userId: actor.user.id,
  };
  const webhook = putWebhook(world, plain, appearance);
  return done(managedWebhookView(world, webhook, webBase), creation(actor, placed, webhook));
}

/** The facts of a new webhook: its change, and the audit log's entry. */
export function creation(actor: Actor, placed: PlacedChannel, webhook: Webhook): Fact[] {
  const changes = auditChanges({}, webhookAuditView(webhook));
  return [{ kind: "webhooksChanged", placed }, entry(actor, webhook, AuditLogEvent.WebhookCreate, changes)];
}

/** `GET /channels/{id}/webhooks`. */
export function listChannelWebhooks(
  world: Touched,
  actor: Actor,
  channelId: Snowflake,
  webBase: WebBase,
): Result<View[]> {
  const placed = managedChannel(world, actor, channelId);
  if (placed instanceof Fault) return placed;
  const webhooks = world.webhooks.listBy("channel", channelId);
  return done(webhooks.map((webhook) => managedWebhookView(world, webhook, webBase)));
}

/** `GET /guilds/{id}/webhooks`: those of channels that exist. */
export function listGuildWebhooks(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  webBase: WebBase,
): Result<View[]> {
  const guild = findGuildAs(world, actor, guildId, Permission.ManageWebhooks);
  if (guild instanceof Fault) return guild;
  const webhooks = world.webhooks.listBy("guild", guildId);
  const placed = webhooks.filter(({ id }) => placedWebhook(world, id) !== undefined);
  return done(placed.map((webhook) => managedWebhookView(world, webhook, webBase)));
}

/** `GET /webhooks/{id}`: by the application that made it, or a member who manages webhooks. */
export function getWebhook(world: Touched, actor: Actor, id: Snowflake, webBase: WebBase): Result<View> {
  const found = placedWebhook(world, id);
  if (found === undefined) return unknownWebhook();
  const isOwn = found.webhook.applicationId === actor.application.id;
  if (!isOwn && !mayManage(found.placed, actor)) return missingPermissions();
  return done(managedWebhookView(world, found.webhook, webBase));
}

/** `PATCH /webhooks/{id}`: it may move to another channel of the server. */
export function updateWebhook(
  world: Touched,
  actor: Actor,
  id: Snowflake,
  input: WebhookInput & { readonly channelId?: Snowflake | undefined },
  webBase: WebBase,
): Result<View> {
  const found = managedWebhook(world, actor, id);
  if (found instanceof Fault) return found;
  const { webhook: before, placed } = found;
  const target = targetOf(world, actor, before, input.channelId);
  if (target instanceof Fault) return target;
  const appearance = readAppearance(input);
  if (appearance instanceof Fault) return appearance;
  const to = target ?? placed;
  const webhook = putWebhook(world, { ...before, channelId: to.channel.id }, appearance);
  const changes = auditChanges(webhookAuditView(before), webhookAuditView(webhook));
  const places = target === undefined ? [placed] : [placed, target];
  return done(managedWebhookView(world, webhook, webBase), [
    ...places.map((place): Fact => ({ kind: "webhooksChanged", placed: place })),
    entry(actor, webhook, AuditLogEvent.WebhookUpdate, changes),
  ]);
}

/** `DELETE /webhooks/{id}`. */
export function deleteWebhook(world: Touched, actor: Actor, id: Snowflake): Result<undefined> {
  const found = managedWebhook(world, actor, id);
  if (found instanceof Fault) return found;
  const { webhook, placed } = found;
  removeWebhook(world, webhook);
  const changes = auditChanges(webhookAuditView(webhook), {});
  return done(undefined, [
    { kind: "webhooksChanged", placed },
    entry(actor, webhook, AuditLogEvent.WebhookDelete, changes),
  ]);
}

/** The channel to which it moves; undefined: it stays. */
function targetOf(
  world: Touched,
  actor: Actor,
  { guildId, channelId }: Webhook,
  wanted: Snowflake | undefined,
): PlacedChannel | undefined | Fault {
  if (wanted === undefined || wanted === channelId) return undefined;
  const target = managedChannel(world, actor, wanted);
  if (target instanceof Fault) return target;
  if (target.guild.id !== guildId)
    return invalidField("channel_id", "CHANNEL_NOT_IN_GUILD", "The channel is in another server.");
  return limitFault(world, wanted) ?? target;
}

/** A channel whose webhooks the actor manages. */
export function managedChannel(world: GuildWorld, actor: Actor, channelId: Snowflake): PlacedChannel | Fault {
  const placed = findChannel(world, actor, channelId);
  if (placed instanceof Fault) return placed;
  if (!mayManage(placed, actor)) return missingPermissions();
  return placed.channel.type === ChannelType.GuildCategory ? wrongChannelType() : placed;
}

function managedWebhook(world: Touched, actor: Actor, id: Snowflake): PlacedWebhook | Fault {
  const found = placedWebhook(world, id);
  if (found === undefined) return unknownWebhook();
  return mayManage(found.placed, actor) ? found : missingPermissions();
}

function mayManage({ guild, channel }: PlacedChannel, actor: Actor): boolean {
  return mayIn(guild, channel, actor.user.id, Permission.ManageWebhooks);
}

function entry(
  actor: Actor,
  { id, guildId }: Webhook,
  action: number,
  changes: ReturnType<typeof auditChanges>,
): Fact {
  return audited(actor, { guildId, action, targetId: id, changes });
}
