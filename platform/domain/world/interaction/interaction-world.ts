import { Collection, type Store } from "../../../store/store.js";
import { ephemeralMessageIndex, type EphemeralMessage } from "../../records/interaction/ephemeral-message.js";
import { interactionIndex, type Interaction } from "../../records/interaction/interaction.js";

export interface InteractionWorld {
  readonly interactions: Collection<Interaction>;
  readonly ephemeralMessages: Collection<EphemeralMessage>;
}

export function interactionWorld(store: Store): InteractionWorld {
  return {
    interactions: new Collection<Interaction>(store, "interaction", (one) => one.id, interactionIndex),
    ephemeralMessages: new Collection<EphemeralMessage>(
      store,
      "ephemeral-message",
      (one) => one.id,
      ephemeralMessageIndex,
    ),
  };
}
