import { RelationshipType } from "../../wire/index.js";
import { asId, asInteger, asObject, type JsonObject } from "../checked.js";
import { parseUser, type CheckedUser } from "./user.js";

/** The player's relationship to another user, checked; on the whole platform or in this game. */
export interface CheckedRelationship {
  kind: "platform" | "game";
  userId: bigint;
  type: RelationshipType;
  /** undefined: the message carries none */
  user: CheckedUser | undefined;
  /** undefined: absent, so nothing changes */
  isSpamRequest: boolean | undefined;
  /** undefined: absent, so nothing changes */
  hasPlayedGame: boolean | undefined;
}

export function parseRelationship(value: unknown): CheckedRelationship | undefined {
  return parseAny("platform", value);
}

/** Here `user_id` is the player's own; `id` is the other. */
export function parseGameRelationship(value: unknown): CheckedRelationship | undefined {
  return parseAny("game", value);
}

function parseAny(kind: CheckedRelationship["kind"], value: unknown): CheckedRelationship | undefined {
  const relationship = asObject(value);
  const user = parseUser(relationship?.["user"]);
  const userId = idOf(relationship, user);
  const type = asInteger(relationship?.["type"], RelationshipType.None, RelationshipType.Suggestion);
  if (relationship === undefined || userId === undefined || type === undefined) return undefined;
  return {
    kind,
    userId,
    type: type as RelationshipType,
    user,
    isSpamRequest: flag(relationship, "is_spam_request"),
    hasPlayedGame: flag(relationship, "has_played_game"),
  };
}

/** A relationship has the id of its user: the same text is not read twice, and the same bigint not kept twice. */
function idOf(relationship: JsonObject | undefined, user: CheckedUser | undefined): bigint | undefined {
  const id = relationship?.["id"];
  return user !== undefined && id === asObject(relationship?.["user"])?.["id"] ? user.id : asId(id);
}

/** The other user's id, of RELATIONSHIP_REMOVE and GAME_RELATIONSHIP_REMOVE. */
export function parseRelationshipEnd(value: unknown): bigint | undefined {
  return asId(asObject(value)?.["id"]);
}

function flag(object: JsonObject, name: string): boolean | undefined {
  const value = object[name];
  return typeof value === "boolean" ? value : undefined;
}
