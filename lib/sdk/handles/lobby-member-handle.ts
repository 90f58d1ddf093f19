import type { LobbyMemberRecord } from "../../state/index.js";
import { Handle, handleTo, nullHandle, viewOf, type Look } from "./handle.js";
import type { UserHandle } from "./user-handle.js";

/** A member as it is now, and access to the member's user. */
export interface MemberSubject {
  readonly record: LobbyMemberRecord;
  user(): UserHandle | undefined;
}

/** A member of a lobby. A handle: it shows later changes. @mirrors LobbyMemberHandle */
export class LobbyMemberHandle extends Handle {
  static readonly nullobj: LobbyMemberHandle = nullHandle(LobbyMemberHandle);

  /** Whether the member may link the lobby to a channel; only the game's server grants it. @mirrors LobbyMemberHandle::CanLinkLobby */
  get canLinkLobby(): boolean {
    return this.#subject?.record.canLinkLobby ?? false;
  }

  /** Whether the member's game is connected. @mirrors LobbyMemberHandle::Connected */
  get connected(): boolean {
    return this.#subject?.record.connected ?? false;
  }

  /** The user's id; 0 when the handle is not valid. @mirrors LobbyMemberHandle::Id */
  get id(): bigint {
    return this.#subject?.record.id ?? 0n;
  }

  /** The game's key-value pairs of the member; a copy without a prototype. @mirrors LobbyMemberHandle::Metadata */
  get metadata(): Record<string, string> {
    return Object.assign(Object.create(null) as Record<string, string>, this.#subject?.record.metadata);
  }

  /** The member's user; undefined when the client does not know it. @mirrors LobbyMemberHandle::User */
  get user(): UserHandle | undefined {
    return this.#subject?.user();
  }

  get #subject(): MemberSubject | undefined {
    return viewOf<MemberSubject>(this)();
  }
}

/** Makes a handle to what `look` gives. */
export function lobbyMemberHandle(look: Look<MemberSubject>): LobbyMemberHandle {
  return handleTo(LobbyMemberHandle, look);
}
