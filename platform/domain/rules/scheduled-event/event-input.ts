import { Permission, type FieldErrorTree, type Snowflake } from "sdkpp/wire";
import { ChannelType, channelOf, type Guild } from "../../records/guild/guild.js";
import { mayIn } from "../../records/guild/permissions.js";
import {
  isOver,
  ScheduledEntityType,
  ScheduledEventStatus,
  type ScheduledEvent,
} from "../../records/scheduled-event/scheduled-event.js";
import { invalidField, invalidForm, unknownChannel } from "../faults.js";
import type { Fault } from "../outcome.js";
import { finishedEvent } from "./faults.js";

/** A bot's description of an event; omitted fields keep their value. */
export interface EventInput {
  readonly name?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly scheduled_start_time?: string | null | undefined;
  readonly scheduled_end_time?: string | null | undefined;
  readonly entity_type?: number | null | undefined;
  readonly entity_metadata?: { readonly location?: string | null | undefined } | null | undefined;
  readonly channel_id?: string | number | null | undefined;
  readonly status?: number | null | undefined;
  readonly image?: string | null | undefined;
  readonly recurrence_rule?: unknown;
}

/** The parts of an event that an input decides. */
export type EventDraft = Pick<
  ScheduledEvent,
  "name" | "description" | "startsAt" | "endsAt" | "status" | "entityType" | "channelId" | "location"
>;

/** An event before anything is said about it. */
export const BLANK: EventDraft = {
  name: "",
  description: null,
  startsAt: 0,
  endsAt: null,
  status: ScheduledEventStatus.Scheduled,
  entityType: ScheduledEntityType.External,
  channelId: null,
  location: null,
};

/**
 * Applies a description to an event.
 * @param before the event, or {@link BLANK}
 * @param now Unix milliseconds; an event starts later
 * @returns why it cannot become so
 */
export function draftOf(before: EventDraft, input: EventInput, now: number): EventDraft | Fault {
  if (input.recurrence_rule != null)
    return invalidField(
      "recurrence_rule",
      "NOT_EMULATED",
      "This platform does not emulate recurring events.",
    );
  const entityType = input.entity_type ?? before.entityType;
  const isExternal = entityType === ScheduledEntityType.External;
  const { entity_metadata: metadata, channel_id: channelId } = input;
  const draft: EventDraft = {
    name: input.name ?? before.name,
    description: input.description === undefined ? before.description : input.description,
    startsAt: timeOf(input.scheduled_start_time, before.startsAt) ?? before.startsAt,
    endsAt: timeOf(input.scheduled_end_time, before.endsAt),
    status: input.status ?? before.status,
    entityType,
    channelId: channelId === undefined ? (isExternal ? null : before.channelId) : idOf(channelId),
    // Discarded for events in a channel, as the documentation says.
    location: isExternal ? (metadata === undefined ? before.location : (metadata?.location ?? null)) : null,
  };
  return formFault(draft, input, now) ?? statusFault(before, draft) ?? draft;
}

/** Why an event cannot take place in a channel; undefined: it can, or takes place outside. */
export function placeFault(guild: Guild, userId: Snowflake, draft: EventDraft): Fault | undefined {
  if (draft.channelId === null) return undefined;
  const channel = channelOf(guild, draft.channelId);
  if (channel === undefined || !mayIn(guild, channel, userId, Permission.ViewChannel))
    return unknownChannel();
  const wanted =
    draft.entityType === ScheduledEntityType.Voice ? ChannelType.GuildVoice : ChannelType.GuildStageVoice;
  return channel.type === wanted
    ? undefined
    : invalidField("channel_id", "CHANNEL_TYPE_INVALID", "The channel is not of the type of the event.");
}

function timeOf(text: string | null | undefined, before: number | null): number | null {
  if (text === undefined) return before;
  return text === null ? null : Date.parse(text);
}

function idOf(id: string | number | null): Snowflake | null {
  return id === null ? null : String(id);
}

/** Fields that contradict each other or the type of the event. */
function formFault(draft: EventDraft, input: EventInput, now: number): Fault | undefined {
  const errors: FieldErrorTree = {};
  const wrong = (field: string, code: string, message: string): void => {
    errors[field] = { _errors: [{ code, message }] };
  };
  const isExternal = draft.entityType === ScheduledEntityType.External;
  if (Number.isNaN(draft.startsAt)) wrong("scheduled_start_time", ...NOT_A_TIME);
  if (Number.isNaN(draft.endsAt)) wrong("scheduled_end_time", ...NOT_A_TIME);
  if (input.scheduled_start_time != null && draft.startsAt <= now)
    wrong(
      "scheduled_start_time",
      "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST",
      "Cannot schedule event in the past.",
    );
  if (draft.endsAt !== null && draft.endsAt <= draft.startsAt)
    wrong("scheduled_end_time", "GUILD_SCHEDULED_EVENT_END_BEFORE_START", "The event ends before it starts.");
  if (isExternal && draft.endsAt === null) wrong("scheduled_end_time", ...REQUIRED);
  if (isExternal && draft.location === null) wrong("entity_metadata", ...REQUIRED);
  if (isExternal && draft.channelId !== null) wrong("channel_id", ...NOT_ALLOWED);
  if (!isExternal && draft.channelId === null) wrong("channel_id", ...REQUIRED);
  return Object.keys(errors).length === 0 ? undefined : invalidForm(errors);
}

const REQUIRED = ["BASE_TYPE_REQUIRED", "This field is required"] as const;
const NOT_ALLOWED = ["BASE_TYPE_CHOICES", "This field must be null for this type of event."] as const;
const NOT_A_TIME = ["DATE_TIME_TYPE_PARSE", "Could not parse the value as an ISO 8601 time."] as const;

/** SCHEDULED may become ACTIVE or CANCELED, and ACTIVE may become COMPLETED; nothing changes what is over. */
function statusFault(before: EventDraft, { status }: EventDraft): Fault | undefined {
  if (isOver(before)) return finishedEvent();
  if (status === before.status || (NEXT.get(before.status)?.includes(status) ?? false)) return undefined;
  return invalidField("status", "TRANSITION_INVALID", "The event cannot change to this status.");
}

const { Scheduled, Active, Completed, Canceled } = ScheduledEventStatus;
const NEXT: ReadonlyMap<number, readonly number[]> = new Map([
  [Scheduled, [Active, Canceled]],
  [Active, [Completed]],
]);
