import type { Collection } from "../../../store/store.js";
import type { EphemeralMessage } from "../../records/interaction/ephemeral-message.js";
import type { Interaction } from "../../records/interaction/interaction.js";

export interface InteractionWorld {
  readonly interactions: Collection<Interaction>;
  readonly ephemeralMessages: Collection<EphemeralMessage>;
}
