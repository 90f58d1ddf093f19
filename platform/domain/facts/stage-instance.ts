import type { StageInstance } from "../records/stage-instance/stage-instance.js";
import type { PlacedChannel } from "../world/guild/placed-channel.js";

interface StageAt {
  readonly stage: StageInstance;
  /** Its channel, which may be gone when the stage is. */
  readonly placed: PlacedChannel;
}

export type StageInstanceFact =
  | ({ readonly kind: "stageInstanceCreated" } & StageAt)
  | ({ readonly kind: "stageInstanceUpdated" } & StageAt)
  | ({ readonly kind: "stageInstanceDeleted" } & StageAt);
