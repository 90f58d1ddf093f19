import { Collection, type Store } from "../../../store/store.js";
import {
  keyOfRelationship,
  relationshipIndex,
  type Relationship,
} from "../../records/relationship/relationship.js";

export interface RelationshipWorld {
  readonly relationships: Collection<Relationship>;
}

export function relationshipWorld(store: Store): RelationshipWorld {
  return {
    relationships: new Collection<Relationship>(store, "relationship", keyOfRelationship, relationshipIndex),
  };
}
