import type { Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";
import { endKey } from "../end-key.js";

export const ScheduledEventStatus = { Scheduled: 1, Active: 2, Completed: 3, Canceled: 4 } as const;

/** The kind of place of an event. */
export const ScheduledEntityType = { StageInstance: 1, Voice: 2, External: 3 } as const;

/** Something that a server announces for a time. */
export interface ScheduledEvent {
  readonly id: Snowflake;
  readonly guildId: Snowflake;
  readonly creatorId: Snowflake;
  /** 1 to 100 characters */
  readonly name: string;
  /** At most 1,000 characters. */
  readonly description: string | null;
  /** Unix milliseconds */
  readonly startsAt: number;
  /** Unix milliseconds; required outside the server */
  readonly endsAt: number | null;
  /** A value of `ScheduledEventStatus`. */
  readonly status: number;
  /** A value of `ScheduledEntityType`. */
  readonly entityType: number;
  /** The channel of the call in which it takes place; null: outside the server */
  readonly channelId: Snowflake | null;
  /** Outside the server: where, 1 to 100 characters. */
  readonly location: string | null;
  /** Hash of its picture. */
  readonly image: string | null;
  /** The stage in which it takes place; none unless set. */
  readonly entityId?: Snowflake;
  /** Interested users, in the order in which they said so. */
  readonly userIds: readonly Snowflake[];
}

/** An event that was not started is cancelled this long after its start, milliseconds. "A few hours", says the documentation. */
const CANCELED_AFTER_MS = 4 * 60 * 60 * 1000;

/** When the platform changes its status by itself, Unix milliseconds; undefined: never. */
export function changesAt({ status, entityType, startsAt, endsAt }: ScheduledEvent): number | undefined {
  const isExternal = entityType === ScheduledEntityType.External;
  switch (status) {
    case ScheduledEventStatus.Scheduled:
      return isExternal ? startsAt : startsAt + CANCELED_AFTER_MS;
    case ScheduledEventStatus.Active:
      return isExternal ? (endsAt ?? undefined) : undefined;
    default:
      return undefined;
  }
}

/** Its status when it has changed by itself. */
export function nextStatus({ status, entityType }: ScheduledEvent): number {
  if (status === ScheduledEventStatus.Active) return ScheduledEventStatus.Completed;
  return entityType === ScheduledEntityType.External
    ? ScheduledEventStatus.Active
    : ScheduledEventStatus.Canceled;
}

/** Whether its status cannot change any more. */
export function isOver({ status }: Pick<ScheduledEvent, "status">): boolean {
  return status === ScheduledEventStatus.Completed || status === ScheduledEventStatus.Canceled;
}

export function scheduledEventIndex(event: ScheduledEvent): IndexValues {
  const due = changesAt(event);
  return { guild: event.guildId, ...(due === undefined ? {} : { due: endKey(due) }) };
}
