import { AuditLogEvent, Permission, type Snowflake } from "sdkpp/wire";
import { ChannelType } from "../../records/guild/guild.js";
import { mayIn } from "../../records/guild/permissions.js";
import { isOver, ScheduledEntityType } from "../../records/scheduled-event/scheduled-event.js";
import type { StageInstance } from "../../records/stage-instance/stage-instance.js";
import { stageInstanceView } from "../../views/stage-instance/stage-instance.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { PlacedChannel } from "../../world/guild/placed-channel.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { IdsPort } from "../../world/ports.js";
import type { ScheduledEventWorld } from "../../world/scheduled-event/scheduled-event-world.js";
import type { StageInstanceWorld } from "../../world/stage-instance/stage-instance-world.js";
import { auditChanges, audited } from "../audit.js";
import type { Fact } from "../../facts/facts.js";
import { missingPermissions, unknownEvent, wrongChannelType } from "../faults.js";
import { findChannel } from "../guild-access.js";
import { done, Fault, type Result } from "../outcome.js";
import { closeStage } from "./changes.js";
import { eventElsewhere, stageIsOpen, unknownStage } from "./faults.js";

/** The slices of the world that these rules use. */
type Touched = GuildWorld & StageInstanceWorld & ScheduledEventWorld & IdsPort;

type View = Record<string, unknown>;

export interface NewStage {
  readonly topic: string;
  readonly channel_id: string | number;
  readonly send_start_notification?: boolean | null | undefined;
  readonly guild_scheduled_event_id?: string | number | null | undefined;
}

/** `POST /stage-instances`: by moderators; to notify everybody needs the permission to mention everybody. */
export function createStage(world: Touched, actor: Actor, input: NewStage): Result<View> {
  const placed = findModerated(world, actor, String(input.channel_id));
  if (placed instanceof Fault) return placed;
  const { guild, channel } = placed;
  const notifies = input.send_start_notification === true;
  if (notifies && !mayIn(guild, channel, actor.user.id, Permission.MentionEveryone))
    return missingPermissions();
  if (world.stageInstances.first("channel", channel.id) !== undefined) return stageIsOpen();
  const eventId = input.guild_scheduled_event_id == null ? null : String(input.guild_scheduled_event_id);
  const fault = eventFault(world, placed, eventId);
  if (fault !== undefined) return fault;
  const { topic } = input;
  const stage = { id: world.ids.next(), guildId: guild.id, channelId: channel.id, topic, eventId };
  world.stageInstances.put(stage);
  const entry = auditOf(actor, AuditLogEvent.StageInstanceCreate, undefined, stage);
  return done(stageInstanceView(stage), [{ kind: "stageInstanceCreated", stage, placed }, entry]);
}

/** `GET /stage-instances/{channel}`: for members who see the channel. */
export function getStage(world: Touched, actor: Actor, channelId: Snowflake): Result<View> {
  const placed = findChannel(world, actor, channelId);
  if (placed instanceof Fault) return placed;
  const stage = world.stageInstances.first("channel", channelId);
  return stage === undefined ? unknownStage() : done(stageInstanceView(stage));
}

/** `PATCH /stage-instances/{channel}`. */
export function updateStage(
  world: Touched,
  actor: Actor,
  channelId: Snowflake,
  { topic }: { readonly topic?: string | undefined },
): Result<View> {
  const found = findOpen(world, actor, channelId);
  if (found instanceof Fault) return found;
  const { placed, stage } = found;
  const after = { ...stage, topic: topic ?? stage.topic };
  if (after.topic === stage.topic) return done(stageInstanceView(stage));
  world.stageInstances.put(after);
  const entry = auditOf(actor, AuditLogEvent.StageInstanceUpdate, stage, after);
  return done(stageInstanceView(after), [{ kind: "stageInstanceUpdated", stage: after, placed }, entry]);
}

/** `DELETE /stage-instances/{channel}`. */
export function deleteStage(world: Touched, actor: Actor, channelId: Snowflake): Result<undefined> {
  const found = findOpen(world, actor, channelId);
  if (found instanceof Fault) return found;
  const { placed, stage } = found;
  const entry = auditOf(actor, AuditLogEvent.StageInstanceDelete, stage, undefined);
  return done(undefined, [...closeStage(world, stage, placed), entry]);
}

/** Permissions of a stage's moderators. */
const MODERATING = Permission.ManageChannels | Permission.MuteMembers | Permission.MoveMembers;

/** A stage channel that the actor moderates. */
function findModerated(world: GuildWorld, actor: Actor, channelId: Snowflake): PlacedChannel | Fault {
  const placed = findChannel(world, actor, channelId);
  if (placed instanceof Fault) return placed;
  const { guild, channel } = placed;
  if (channel.type !== ChannelType.GuildStageVoice) return wrongChannelType();
  return mayIn(guild, channel, actor.user.id, MODERATING) ? placed : missingPermissions();
}

/** The open stage of a channel that the actor moderates. */
function findOpen(
  world: Touched,
  actor: Actor,
  channelId: Snowflake,
): { placed: PlacedChannel; stage: StageInstance } | Fault {
  const placed = findModerated(world, actor, channelId);
  if (placed instanceof Fault) return placed;
  const stage = world.stageInstances.first("channel", channelId);
  return stage === undefined ? unknownStage() : { placed, stage };
}

/** Why an event cannot take place in this stage; undefined: it can, or there is none. */
function eventFault(
  world: ScheduledEventWorld,
  { guild, channel }: PlacedChannel,
  eventId: Snowflake | null,
): Fault | undefined {
  if (eventId === null) return undefined;
  const event = world.scheduledEvents.get(eventId);
  if (event?.guildId !== guild.id) return unknownEvent();
  const isHere = event.entityType === ScheduledEntityType.StageInstance && event.channelId === channel.id;
  return isHere && !isOver(event) ? undefined : eventElsewhere();
}

function auditOf(
  actor: Actor,
  action: number,
  before: StageInstance | undefined,
  after: StageInstance | undefined,
): Fact {
  const { id, guildId, channelId } = (after ?? before) as StageInstance;
  const fields = (stage: StageInstance | undefined): View => (stage ? stageInstanceView(stage) : {});
  const changes = auditChanges(fields(before), fields(after), UNLISTED);
  return audited(actor, { guildId, action, targetId: id, changes, options: { channel_id: channelId } });
}

const UNLISTED: ReadonlySet<string> = new Set([
  ...["id", "guild_id", "channel_id", "discoverable_disabled", "guild_scheduled_event_id"],
]);
