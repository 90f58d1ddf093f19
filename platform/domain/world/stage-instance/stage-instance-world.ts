import { Collection, type Store } from "../../../store/store.js";
import { stageInstanceIndex, type StageInstance } from "../../records/stage-instance/stage-instance.js";

export interface StageInstanceWorld {
  readonly stageInstances: Collection<StageInstance>;
}

export function stageInstanceWorld(store: Store): StageInstanceWorld {
  return {
    stageInstances: new Collection<StageInstance>(
      store,
      "stage-instance",
      (one) => one.id,
      stageInstanceIndex,
    ),
  };
}
