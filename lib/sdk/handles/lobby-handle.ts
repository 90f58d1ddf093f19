import type { LobbyMemberRecord, LobbyRecord } from "../../state/index.js";
import { idArgument, type IdLike } from "../argument.js";
import { LinkedChannel } from "../values/linked-channel.js";
import { CallInfoHandle } from "./call-info-handle.js";
import { frozen, Handle, nowhere } from "./handle.js";
import { LobbyMemberHandle, type MemberSubject } from "./lobby-member-handle.js";
import type { UserHandle } from "./user-handle.js";

/** A lobby with the way to its members' users. */
export interface LobbySubject extends LobbyRecord {
  userOf: (userId: bigint) => UserHandle | undefined;
}

/** A lobby the user is in. A handle: it shows later changes. @mirrors LobbyHandle */
export class LobbyHandle extends Handle<LobbySubject> {
  static readonly nullobj = frozen(new LobbyHandle(nowhere));

  static moveFrom(other: LobbyHandle): LobbyHandle {
    return new LobbyHandle(nowhere).moveAssign(other);
  }

  clone(): LobbyHandle {
    return new LobbyHandle(this.view);
  }

  /** Set while a call is on, also for those who are not in it. @mirrors LobbyHandle::GetCallInfoHandle */
  getCallInfoHandle(): CallInfoHandle | undefined {
    const look = this.view;
    const ongoing = (): LobbyRecord | undefined => {
      const lobby = look();
      return lobby !== undefined && lobby.voiceStates.size > 0 ? lobby : undefined;
    };
    return ongoing() === undefined ? undefined : new CallInfoHandle(ongoing);
  }

  /** @mirrors LobbyHandle::GetLobbyMemberHandle */
  getLobbyMemberHandle(memberId: IdLike): LobbyMemberHandle | undefined {
    const id = idArgument("memberId", memberId);
    return this.subject?.members.has(id) === true ? this.#member(id) : undefined;
  }

  /** @mirrors LobbyHandle::Id */
  get id(): bigint {
    return this.subject?.id ?? 0n;
  }

  /**
   * The server's channel it is linked to, as a copy; also for members who are not in the server.
   * @mirrors LobbyHandle::LinkedChannel
   */
  get linkedChannel(): LinkedChannel | undefined {
    const channel = this.subject?.linkedChannel;
    return channel && LinkedChannel.of(channel);
  }

  /** @mirrors LobbyHandle::LobbyMemberIds */
  get lobbyMemberIds(): bigint[] {
    return [...(this.subject?.members.keys() ?? [])];
  }

  /** @mirrors LobbyHandle::LobbyMembers */
  get lobbyMembers(): LobbyMemberHandle[] {
    return this.lobbyMemberIds.map((id) => this.#member(id));
  }

  /** A copy, without prototype. @mirrors LobbyHandle::Metadata */
  get metadata(): Record<string, string> {
    return Object.assign(Object.create(null) as Record<string, string>, this.subject?.metadata);
  }

  #member(id: bigint): LobbyMemberHandle {
    const look = this.view;
    return new LobbyMemberHandle(() => {
      const lobby = look();
      return memberSubject(lobby, lobby?.members.get(id));
    });
  }
}

function memberSubject(
  lobby: LobbySubject | undefined,
  member: LobbyMemberRecord | undefined,
): MemberSubject | undefined {
  return lobby === undefined || member === undefined
    ? undefined
    : { ...member, user: lobby.userOf(member.id) };
}
