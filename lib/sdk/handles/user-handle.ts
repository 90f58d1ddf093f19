import {
  hasPlayed,
  type PresenceRecord,
  type RelationshipRecord,
  type UserRecord,
} from "../../state/index.js";
import type { ActivityPayload, OwnStatus } from "../../wire/index.js";
import { AvatarTypes, enumToString, RelationshipType, StatusType } from "../../enums/index.js";
import { showAs, wordsOf, type Nesting, type Plain } from "../shown.js";
import type { Activity } from "../values/activity.js";
import { readActivity } from "../values/activity-payload.js";
import { Handle, handleTo, nullHandle, viewOf, type Look } from "./handle.js";
import type { UserApplicationProfileHandle } from "./user-application-profile-handle.js";

/** A user as it is now, and access to what its handle shows beside the record. */
export interface UserSubject {
  readonly record: UserRecord;
  readonly cdnBase: string;
  /** undefined: offline, as far as the client knows */
  presence(): PresenceRecord | undefined;
  /** The one of some activities that is of this game, or of another game of its publisher. */
  activityOfGame(activities: readonly ActivityPayload[]): ActivityPayload | undefined;
  relationship(): RelationshipHandle;
  profiles(): UserApplicationProfileHandle[];
}

/** There are six default pictures. */
const DEFAULT_AVATARS = 6n;
const EXTENSIONS: Readonly<Record<AvatarTypes, string>> = { 0: "gif", 1: "webp", 2: "png", 3: "jpeg" };

const STATUSES: Readonly<Record<OwnStatus, StatusType>> = {
  online: StatusType.Online,
  idle: StatusType.Idle,
  dnd: StatusType.Dnd,
  invisible: StatusType.Invisible,
  offline: StatusType.Offline,
};

/**
 * A user that the client knows. A handle: it shows later changes.
 *
 * @example
 * const friend = client.getUser(friendId);
 * console.log(friend?.displayName, friend?.status === StatusType.Online, friend?.gameActivity?.state);
 * @mirrors UserHandle
 */
export class UserHandle extends Handle {
  static readonly nullobj: UserHandle = nullHandle(UserHandle);
  /** Formats of pictures. */
  static readonly AvatarType = AvatarTypes;

  /** Gives the name of a picture format. @mirrors UserHandle::AvatarTypeToString */
  static avatarTypeToString(type: AvatarTypes): string {
    return enumToString(AvatarTypes, type);
  }

  /** Hash of the user's picture; undefined without a picture. @mirrors UserHandle::Avatar */
  get avatar(): string | undefined {
    return this.#subject?.record.avatar;
  }

  /**
   * Gives the address of the user's picture, or of a default picture.
   * @param animatedType format for an animated picture
   * @param staticType format for any other picture
   * @returns "" when the handle is not valid
   * @mirrors UserHandle::AvatarUrl
   */
  avatarUrl(animatedType: AvatarTypes, staticType: AvatarTypes): string {
    const user = this.#subject;
    if (user === undefined) return "";
    const { cdnBase } = user;
    const { id, avatar } = user.record;
    if (avatar === undefined) return `${cdnBase}/embed/avatars/${String((id >> 22n) % DEFAULT_AVATARS)}.png`;
    const type = avatar.startsWith("a_") ? animatedType : staticType;
    return `${cdnBase}/avatars/${String(id)}/${encodeURIComponent(avatar)}.${EXTENSIONS[type]}`;
  }

  /** Adds the address of the picture, which a screen needs more than its hash. */
  /** @internal */
  override properties(nesting: Nesting): { [name: string]: Plain } {
    const properties = super.properties(nesting);
    properties.avatarUrl = this.avatarUrl(AvatarTypes.Gif, AvatarTypes.Png);
    return properties;
  }

  /** The global name, or the user name for users without one. @mirrors UserHandle::DisplayName */
  get displayName(): string {
    const record = this.#subject?.record;
    return record?.globalName ?? record?.username ?? "";
  }

  /**
   * The user's activity in this game, or in another game of the same publisher; undefined when the user is in none of them or shows
   * no activity. Activities in other games are not available. @mirrors UserHandle::GameActivity
   */
  get gameActivity(): Activity | undefined {
    const user = this.#subject;
    const presence = user?.presence();
    const activity = presence && user?.activityOfGame(presence.activities);
    return activity && readActivity(activity);
  }

  /** The display name that the user chose; undefined without one. @mirrors UserHandle::GlobalName */
  get globalName(): string | undefined {
    return this.#subject?.record.globalName;
  }

  /** The user's id; 0 when the handle is not valid. @mirrors UserHandle::Id */
  get id(): bigint {
    return this.#subject?.record.id ?? 0n;
  }

  /** Whether the user has a provisional account. @mirrors UserHandle::IsProvisional */
  get isProvisional(): boolean {
    return this.#subject?.record.isProvisional ?? false;
  }

  /** The player's relationship with this user; its types are `None` without one. @mirrors UserHandle::Relationship */
  get relationship(): RelationshipHandle {
    return this.#subject?.relationship() ?? RelationshipHandle.nullobj;
  }

  /**
   * `Online`, `Idle`, `Dnd` or `Offline`; for the player also `Invisible`. `Offline` for users whose presence the client
   * does not receive, and when the handle is not valid.
   * @mirrors UserHandle::Status
   */
  get status(): StatusType {
    return STATUSES[this.#subject?.presence()?.status ?? "offline"];
  }

  /**
   * The user's profile in this game, where the game's server has registered one: one entry at most. Known for the player,
   * friends, members of the player's lobbies, and users of the player's stored conversations.
   * @mirrors UserHandle::UserApplicationProfiles
   */
  get userApplicationProfiles(): UserApplicationProfileHandle[] {
    return this.#subject?.profiles() ?? [];
  }

  /** The unique user name; generated for provisional users. @mirrors UserHandle::Username */
  get username(): string {
    return this.#subject?.record.username ?? "";
  }

  get #subject(): UserSubject | undefined {
    return viewOf<UserSubject>(this)();
  }
}

showAs(UserHandle, { words: { status: wordsOf(StatusType) } });

/** Makes a handle to what `look` gives. */
export function userHandle(look: Look<UserSubject>): UserHandle {
  return handleTo(UserHandle, look);
}

export declare namespace UserHandle {
  type AvatarType = AvatarTypes;
}

// The two handles name each other, so they share a file: apart, the files would import each other.

/** A relationship as it is now, and access to the other user. */
export interface RelationshipSubject {
  readonly record: RelationshipRecord;
  user(): UserHandle | undefined;
}

/**
 * The player's relationship with another user, on the platform and in this game; both can exist at once. A handle: it shows
 * later changes, and its types are `None` without a relationship.
 * @mirrors RelationshipHandle
 */
export class RelationshipHandle extends Handle {
  static readonly nullobj: RelationshipHandle = nullHandle(RelationshipHandle);

  /** The relationship on the whole platform, blocks included. @mirrors RelationshipHandle::DiscordRelationshipType */
  get discordRelationshipType(): RelationshipType {
    return this.#subject?.record.platformType ?? RelationshipType.None;
  }

  /** The relationship in this game; never `Blocked`. @mirrors RelationshipHandle::GameRelationshipType */
  get gameRelationshipType(): RelationshipType {
    return this.#subject?.record.gameType ?? RelationshipType.None;
  }

  /**
   * Whether the other user has played this game, as far as the platform tells: it has authorized the game, or is a friend in it. Friends who have
   * come first in `OnlineElsewhere` of {@link Client.getRelationshipsByGroup}.
   */
  get hasPlayedGame(): boolean {
    const record = this.#subject?.record;
    return record !== undefined && hasPlayed(record);
  }

  /** The other user's id; 0 when the handle is not valid. @mirrors RelationshipHandle::Id */
  get id(): bigint {
    return this.#subject?.record.userId ?? 0n;
  }

  /** Whether the platform marks the other user's request as spam. @mirrors RelationshipHandle::IsSpamRequest */
  get isSpamRequest(): boolean {
    return this.#subject?.record.isSpamRequest ?? false;
  }

  /** The other user; undefined when the client does not know it. @mirrors RelationshipHandle::User */
  get user(): UserHandle | undefined {
    return this.#subject?.user();
  }

  get #subject(): RelationshipSubject | undefined {
    return viewOf<RelationshipSubject>(this)();
  }
}

showAs(RelationshipHandle, {
  words: {
    discordRelationshipType: wordsOf(RelationshipType),
    gameRelationshipType: wordsOf(RelationshipType),
  },
});

/** Makes a handle to what `look` gives. */
export function relationshipHandle(look: Look<RelationshipSubject>): RelationshipHandle {
  return handleTo(RelationshipHandle, look);
}
