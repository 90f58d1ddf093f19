import type { Snowflake } from "sdkpp/wire";
import type { Interaction } from "../records/interaction/interaction.js";

export type InteractionFact =
  /** A user has used something of an application, which has to hear of it. */
  | {
      readonly kind: "interactionCreated";
      readonly interaction: Interaction;
      /** The interaction as the application receives it. */
      readonly payload: Readonly<Record<string, unknown>>;
    }
  /** The platform itself has launched the activity of an application. */
  | { readonly kind: "interactionLaunched"; readonly interaction: Interaction }
  /** The application has responded, or changed its response. */
  | { readonly kind: "interactionAnswered"; readonly interactionId: Snowflake };
