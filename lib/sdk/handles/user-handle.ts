import type { UserRecord } from "../../state/index.js";
import { AvatarType as AvatarTypes } from "../avatar-type.js";
import { enumToString } from "../enum-to-string.js";
import { frozen, Handle, nowhere } from "./handle.js";
import { RelationshipHandle } from "./relationship-handle.js";

/** A user together with where pictures are found. */
export interface UserSubject extends UserRecord {
  cdnBase: string;
  relationshipOf: () => RelationshipHandle;
}

/** There are six default pictures. */
const DEFAULT_AVATARS = 6n;
const EXTENSIONS: Readonly<Record<AvatarTypes, string>> = { 0: "gif", 1: "webp", 2: "png", 3: "jpeg" };

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

  /** Unique; generated for provisional users. @mirrors UserHandle::Username */
  get username(): string {
    return this.subject?.username ?? "";
  }
}

export declare namespace UserHandle {
  type AvatarType = AvatarTypes;
}
