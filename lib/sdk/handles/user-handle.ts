import type { PresenceRecord, UserRecord } from "../../state/index.js";
import type { OwnStatus } from "../../wire/index.js";
import { AvatarType as AvatarTypes } from "../avatar-type.js";
import { enumToString } from "../enum-to-string.js";
import { readActivity } from "../core/activity-payload.js";
import { StatusType } from "../enums.js";
import type { Activity } from "../values/activity.js";
import { frozen, Handle, nowhere } from "./handle.js";
import { RelationshipHandle } from "./relationship-handle.js";
import type { UserApplicationProfileHandle } from "./user-application-profile-handle.js";

/** A user together with where pictures are found. */
export interface UserSubject extends UserRecord {
  cdnBase: string;
  /** undefined: offline, as far as the client is told */
  presence: PresenceRecord | undefined;
  /** this game's application */
  gameId: bigint;
  relationshipOf: () => RelationshipHandle;
  profilesOf: () => UserApplicationProfileHandle[];
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

/** A user the client knows of. A handle: it shows later changes. @mirrors UserHandle */
export class UserHandle extends Handle<UserSubject> {
  static readonly nullobj = frozen(new UserHandle(nowhere));
  static readonly AvatarType = AvatarTypes;

  static moveFrom(other: UserHandle): UserHandle {
    return new UserHandle(nowhere).moveAssign(other);
  }

  /** @mirrors UserHandle::AvatarTypeToString */
  static avatarTypeToString(type: AvatarTypes): string {
    return enumToString(AvatarTypes, type);
  }

  clone(): UserHandle {
    return new UserHandle(this.view);
  }

  /** The picture's hash. @mirrors UserHandle::Avatar */
  get avatar(): string | undefined {
    return this.subject?.avatar;
  }

  /**
   * Address of the picture, or of a default picture.
   * @param animatedType format of an animated picture
   * @param staticType format of any other
   * @returns "" when the handle is not valid
   * @mirrors UserHandle::AvatarUrl
   */
  avatarUrl(animatedType: AvatarTypes, staticType: AvatarTypes): string {
    const user = this.subject;
    if (user === undefined) return "";
    const { id, avatar, cdnBase } = user;
    if (avatar === undefined) return `${cdnBase}/embed/avatars/${String((id >> 22n) % DEFAULT_AVATARS)}.png`;
    const type = avatar.startsWith("a_") ? animatedType : staticType;
    return `${cdnBase}/avatars/${String(id)}/${encodeURIComponent(avatar)}.${EXTENSIONS[type]}`;
  }

  /** The global name, else the user name. @mirrors UserHandle::DisplayName */
  get displayName(): string {
    return this.subject?.globalName ?? this.username;
  }

  /**
   * What the user does in this game; undefined when it is not there, or shows nothing. What users do elsewhere is not
   * shown. @mirrors UserHandle::GameActivity
   */
  get gameActivity(): Activity | undefined {
    const { presence, gameId } = this.subject ?? {};
    const activity = presence?.activities.find(({ application_id }) => application_id === String(gameId));
    return activity && readActivity(activity);
  }

  /** @mirrors UserHandle::GlobalName */
  get globalName(): string | undefined {
    return this.subject?.globalName;
  }

  /** 0 when the handle is not valid. @mirrors UserHandle::Id */
  get id(): bigint {
    return this.subject?.id ?? 0n;
  }

  /** @mirrors UserHandle::IsProvisional */
  get isProvisional(): boolean {
    return this.subject?.isProvisional ?? false;
  }

  /** How the player stands to this user; of types `None` where there is nothing. @mirrors UserHandle::Relationship */
  get relationship(): RelationshipHandle {
    return this.subject?.relationshipOf() ?? RelationshipHandle.nullobj;
  }

  /**
   * `Online`, `Idle`, `Dnd` or `Offline`; of oneself also `Invisible`. `Offline` for users whose presence the client is
   * not told, and when the handle is not valid.
   * @mirrors UserHandle::Status
   */
  get status(): StatusType {
    return STATUSES[this.subject?.presence?.status ?? "offline"];
  }

  /**
   * Who the user is in this game, where the game's servers have told the platform: one entry at most. Known of the
   * player, of friends, of members of its lobbies and of everybody whom it has a stored conversation with.
   * @mirrors UserHandle::UserApplicationProfiles
   */
  get userApplicationProfiles(): UserApplicationProfileHandle[] {
    return this.subject?.profilesOf() ?? [];
  }

  /** Unique; generated for provisional users. @mirrors UserHandle::Username */
  get username(): string {
    return this.subject?.username ?? "";
  }
}

export declare namespace UserHandle {
  type AvatarType = AvatarTypes;
}
