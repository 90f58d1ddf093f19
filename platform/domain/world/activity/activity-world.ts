import { Collection, type Store } from "../../../store/store.js";
import { activityInstanceIndex, type ActivityInstance } from "../../records/activity/activity-instance.js";

export interface ActivityWorld {
  readonly activityInstances: Collection<ActivityInstance>;
}

export function activityWorld(store: Store): ActivityWorld {
  return {
    activityInstances: new Collection<ActivityInstance>(
      store,
      "activity-instance",
      (one) => one.id,
      activityInstanceIndex,
    ),
  };
}
