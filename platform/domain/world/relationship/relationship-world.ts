import type { Collection } from "../../../store/store.js";
import type { Relationship } from "../../records/relationship/relationship.js";

export interface RelationshipWorld {
  readonly relationships: Collection<Relationship>;
}
