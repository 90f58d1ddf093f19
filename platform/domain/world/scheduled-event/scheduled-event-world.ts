import type { Collection } from "../../../store/store.js";
import type { ScheduledEvent } from "../../records/scheduled-event/scheduled-event.js";

export interface ScheduledEventWorld {
  readonly scheduledEvents: Collection<ScheduledEvent>;
}
