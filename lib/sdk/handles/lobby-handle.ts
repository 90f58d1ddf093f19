import type { LobbyMemberRecord, LobbyRecord } from "../../state/index.js";
import { idArgument, type IdLike } from "../argument.js";
import { type LinkedChannel, linkedChannelOf } from "../values/linked-channel.js";
import { type CallInfoHandle, callInfoHandle } from "./call-info-handle.js";
import { Handle, handleTo, nullHandle, seenAs, viewOf, type Look } from "./handle.js";
import { type LobbyMemberHandle, lobbyMemberHandle } from "./lobby-member-handle.js";
import type { UserHandle } from "./user-handle.js";

/** A lobby as it is now, and access to its members' users. */
export interface LobbySubject {
  readonly record: LobbyRecord;
  user(userId: bigint): UserHandle | undefined;
}

/**
 * A lobby that the player is in. A handle: it shows later changes.
 *
 * @example
 * const lobby = client.getLobbyHandle(lobbyId);
 * for (const member of lobby?.lobbyMembers ?? []) console.log(member.user?.displayName, member.connected);
 * console.log(lobby?.metadata["map"], lobby?.getCallInfoHandle()?.getParticipants());
 * @mirrors LobbyHandle
 */
export class LobbyHandle extends Handle {
  static readonly nullobj: LobbyHandle = nullHandle(LobbyHandle);

  /** Gets the lobby's call, whether or not the client is in it. @returns undefined while no call is running. @mirrors LobbyHandle::GetCallInfoHandle */
  getCallInfoHandle(): CallInfoHandle | undefined {
    const look = viewOf<LobbySubject>(this);
    const ongoing = (): LobbyRecord | undefined => {
      const lobby = look()?.record;
      return lobby !== undefined && lobby.voiceStates.size > 0 ? lobby : undefined;
    };
    return ongoing() === undefined ? undefined : callInfoHandle(ongoing);
  }

  /** Gets a member. @returns undefined for a user who is not a member. @mirrors LobbyHandle::GetLobbyMemberHandle */
  getLobbyMemberHandle(memberId: IdLike): LobbyMemberHandle | undefined {
    const id = idArgument("memberId", memberId);
    const member = this.#subject?.record.members.get(id);
    return member && this.#member(member);
  }

  /** The lobby's id; 0 when the handle is not valid. @mirrors LobbyHandle::Id */
  get id(): bigint {
    return this.#subject?.record.id ?? 0n;
  }

  /**
   * The server channel that the lobby is linked to, as a copy; visible to members outside the server too. Undefined
   * when the lobby is not linked.
   * @mirrors LobbyHandle::LinkedChannel
   */
  get linkedChannel(): LinkedChannel | undefined {
    const channel = this.#subject?.record.linkedChannel;
    return channel && linkedChannelOf(channel);
  }

  /** Ids of the members. @mirrors LobbyHandle::LobbyMemberIds */
  get lobbyMemberIds(): bigint[] {
    return [...(this.#subject?.record.members.keys() ?? [])];
  }

  /** Handles of the members. @mirrors LobbyHandle::LobbyMembers */
  get lobbyMembers(): LobbyMemberHandle[] {
    return [...(this.#subject?.record.members.values() ?? [])].map((member) => this.#member(member));
  }

  /** The game's key-value pairs of the lobby; a copy without a prototype. @mirrors LobbyHandle::Metadata */
  get metadata(): Record<string, string> {
    return Object.assign(Object.create(null) as Record<string, string>, this.#subject?.record.metadata);
  }

  #member(record: LobbyMemberRecord): LobbyMemberHandle {
    const look = viewOf<LobbySubject>(this);
    const { id } = record;
    const seen = { record, user: () => look()?.user(id) };
    return lobbyMemberHandle(() => seenAs(seen, look()?.record.members.get(id)));
  }

  get #subject(): LobbySubject | undefined {
    return viewOf<LobbySubject>(this)();
  }
}

/** Makes a handle to what `look` gives. */
export function lobbyHandle(look: Look<LobbySubject>): LobbyHandle {
  return handleTo(LobbyHandle, look);
}
