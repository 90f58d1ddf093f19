import { Collection, type Store } from "../../../store/store.js";
import { scheduledEventIndex, type ScheduledEvent } from "../../records/scheduled-event/scheduled-event.js";

export interface ScheduledEventWorld {
  readonly scheduledEvents: Collection<ScheduledEvent>;
}

export function scheduledEventWorld(store: Store): ScheduledEventWorld {
  return {
    scheduledEvents: new Collection<ScheduledEvent>(
      store,
      "scheduled-event",
      (one) => one.id,
      scheduledEventIndex,
    ),
  };
}
