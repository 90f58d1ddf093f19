import type { Snowflake } from "sdkpp/wire";
import type { ScheduledEvent } from "../records/scheduled-event/scheduled-event.js";

export type ScheduledEventFact =
  | { readonly kind: "scheduledEventCreated"; readonly event: ScheduledEvent }
  | { readonly kind: "scheduledEventUpdated"; readonly event: ScheduledEvent }
  | { readonly kind: "scheduledEventDeleted"; readonly event: ScheduledEvent }
  | {
      readonly kind: "scheduledEventInterestChanged";
      readonly event: ScheduledEvent;
      readonly userId: Snowflake;
      readonly isInterested: boolean;
    };
