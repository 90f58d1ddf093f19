import type { Snowflake } from "sdkpp/wire";
import type { Relationship } from "../records/relationship/relationship.js";
import type { Sight } from "../views/presence/visibility.js";

export type RelationshipFact =
  /** New, or of another type than before. */
  | { readonly kind: "relationshipAdded"; readonly relationship: Relationship }
  | { readonly kind: "relationshipRemoved"; readonly relationship: Relationship }
  /** The last fact of a change between two users. */
  | {
      readonly kind: "pairChanged";
      readonly userIds: readonly [Snowflake, Snowflake];
      /** The parts of each other's presence that the two saw before. */
      readonly sightsBefore: readonly Sight[];
    };
