import type { Snowflake } from "sdkpp/wire";
import { Collection, type Store } from "../../../store/store.js";
import { stageInstanceIndex, type StageInstance } from "../../records/stage-instance/stage-instance.js";

export interface StageInstanceWorld {
  readonly stageInstances: Collection<StageInstance>;
  /** Since when an open stage has had no speaker, in time that has elapsed. */
  readonly silentSince: Map<Snowflake, number>;
}

export function stageInstanceWorld(store: Store): StageInstanceWorld {
  return {
    stageInstances: new Collection<StageInstance>(
      store,
      "stage-instance",
      (one) => one.id,
      stageInstanceIndex,
    ),
    silentSince: new Map(),
  };
}
