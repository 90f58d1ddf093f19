import type { RelationshipRecord } from "../../state/index.js";
import { RelationshipType } from "../enums.js";
import { frozen, Handle, nowhere } from "./handle.js";
import type { UserHandle } from "./user-handle.js";

/** A relationship with the way to the user. */
export interface RelationshipSubject extends RelationshipRecord {
  userOf: () => UserHandle | undefined;
}

/**
 * How the player stands to another user, on the platform and in this game; both at once are possible. A
 * handle: it shows later changes, and says `None` where there is nothing.
 * @mirrors RelationshipHandle
 */
export class RelationshipHandle extends Handle<RelationshipSubject> {
  static readonly nullobj = frozen(new RelationshipHandle(nowhere));

  static moveFrom(other: RelationshipHandle): RelationshipHandle {
    return new RelationshipHandle(nowhere).moveAssign(other);
  }

  clone(): RelationshipHandle {
    return new RelationshipHandle(this.view);
  }

  /** On the whole platform; blocks are of this kind. @mirrors RelationshipHandle::DiscordRelationshipType */
  get discordRelationshipType(): RelationshipType {
    return this.subject?.platformType ?? RelationshipType.None;
  }

  /** In this game: never `Blocked`. @mirrors RelationshipHandle::GameRelationshipType */
  get gameRelationshipType(): RelationshipType {
    return this.subject?.gameType ?? RelationshipType.None;
  }

  /** The other user's id; 0 when the handle is not valid. @mirrors RelationshipHandle::Id */
  get id(): bigint {
    return this.subject?.userId ?? 0n;
  }

  /** Whether the platform takes the other's request for spam. @mirrors RelationshipHandle::IsSpamRequest */
  get isSpamRequest(): boolean {
    return this.subject?.isSpamRequest ?? false;
  }

  /** @returns undefined for a user the client knows nothing of. @mirrors RelationshipHandle::User */
  get user(): UserHandle | undefined {
    return this.subject?.userOf();
  }
}
