import { RelationshipType } from "../wire/index.js";
import type { RelationshipChange, RelationshipFacts } from "./relationship-events.js";
import type { RelationshipKind, RelationshipRecord } from "./relationship-records.js";
import { isDeepEqual } from "./equality.js";

const FIELDS = { platform: "platformType", game: "gameType" } as const;
/** Types that the platform assigns by itself; they are not shown. */
const HIDDEN: ReadonlySet<number> = new Set([RelationshipType.Implicit, RelationshipType.Suggestion]);

/** The player's relationships. A user without a relationship has no record. */
export class RelationshipStore {
  readonly #records = new Map<bigint, RelationshipRecord>();
  #isLoaded = false;

  get(userId: bigint): RelationshipRecord | undefined {
    return this.#records.get(userId);
  }

  all(): RelationshipRecord[] {
    return [...this.#records.values()];
  }

  /** Friends of either kind. */
  friends(): RelationshipRecord[] {
    return this.all().filter(isFriend);
  }

  clear(): void {
    this.#records.clear();
    this.#isLoaded = false;
  }

  /** Whether a complete set has arrived. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Replaces all relationships with the complete set of a new session. */
  replaceAll(relationships: readonly RelationshipFacts[]): RelationshipChange[] {
    const gone = (["platform", "game"] as const).flatMap((kind) => this.#keepOnly(kind, relationships));
    this.#isLoaded = true;
    return [...gone, ...relationships.flatMap((facts) => this.put(facts))];
  }

  /** Removes the relationships of one kind that are not listed. */
  #keepOnly(kind: RelationshipKind, relationships: readonly RelationshipFacts[]): RelationshipChange[] {
    const listed = new Set<bigint>();
    for (const facts of relationships) if (facts.kind === kind) listed.add(facts.userId);
    return this.all().flatMap(({ userId }) => (listed.has(userId) ? [] : this.remove(kind, userId)));
  }

  put(facts: RelationshipFacts): RelationshipChange[] {
    const { kind, userId } = facts;
    if (facts.type === RelationshipType.None || HIDDEN.has(facts.type)) return this.remove(kind, userId);
    const before = this.#records.get(userId) ?? noRelationship(userId);
    const after: RelationshipRecord = {
      userId,
      platformType: kind === "platform" ? facts.type : before.platformType,
      gameType: kind === "game" ? facts.type : before.gameType,
      isSpamRequest: facts.isSpamRequest ?? before.isSpamRequest,
      hasPlayedGame: facts.hasPlayedGame ?? before.hasPlayedGame,
    };
    this.#records.set(userId, after);
    if (before[FIELDS[kind]] !== facts.type) return [{ type: "relationshipCreated", kind, userId }];
    return isDeepEqual(before, after) ? [] : [{ type: "relationshipGroupsUpdated", userId }];
  }

  remove(kind: RelationshipKind, userId: bigint): RelationshipChange[] {
    const before = this.#records.get(userId);
    if (before === undefined || before[FIELDS[kind]] === RelationshipType.None) return [];
    const after = { ...before, [FIELDS[kind]]: RelationshipType.None };
    if (kind === "platform") after.isSpamRequest = false;
    if (hasRelationship(after)) this.#records.set(userId, after);
    else this.#records.delete(userId);
    return [{ type: "relationshipDeleted", kind, userId }];
  }
}

/** The record of a user without a relationship. */
export function noRelationship(userId: bigint): RelationshipRecord {
  const { None } = RelationshipType;
  return { userId, platformType: None, gameType: None, isSpamRequest: false, hasPlayedGame: false };
}

export function isFriend({ platformType, gameType }: RelationshipRecord): boolean {
  return platformType === RelationshipType.Friend || gameType === RelationshipType.Friend;
}

function hasRelationship({ platformType, gameType }: RelationshipRecord): boolean {
  return platformType !== RelationshipType.None || gameType !== RelationshipType.None;
}
