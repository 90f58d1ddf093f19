import type { Collection } from "../../../store/store.js";
import type { ActivityInstance } from "../../records/activity/activity-instance.js";

export interface ActivityWorld {
  readonly activityInstances: Collection<ActivityInstance>;
}
