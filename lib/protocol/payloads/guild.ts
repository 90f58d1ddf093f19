import { asArray, asId, asInteger, asObject, asString, parseEach } from "../checked.js";

/** A guild whose fields have been checked. */
export interface CheckedGuild {
  id: bigint;
  name: string;
}

export interface CheckedLinkedLobby {
  applicationId: bigint;
  lobbyId: bigint;
}

/** A guild's channel whose fields have been checked. */
export interface CheckedGuildChannel {
  id: bigint;
  name: string;
  type: number;
  position: number;
  /** its category */
  parentId: bigint | undefined;
  isLinkable: boolean;
  isViewableAndWriteableByAllMembers: boolean;
  linkedLobby: CheckedLinkedLobby | undefined;
}

/** A lobby's description of the channel it is linked to. */
export interface CheckedLinkedChannel {
  id: bigint;
  name: string;
  guildId: bigint;
}

const MAX_INT32 = 0x7fffffff;
/** A code becomes part of an address. */
const INVITE_CODE = /^[A-Za-z0-9_-]{2,64}$/;

/** Skips invalid entries. @returns undefined when it is not a list */
export function parseGuilds(value: unknown): CheckedGuild[] | undefined {
  return asArray(value) === undefined ? undefined : parseEach(value, parseGuild);
}

/** Keeps the received order and skips invalid entries. @returns undefined when it is not a list */
export function parseGuildChannels(value: unknown): CheckedGuildChannel[] | undefined {
  return asArray(value) === undefined ? undefined : parseEach(value, parseGuildChannel);
}

/** @returns undefined without a required field: its id, and its guild's */
export function parseLinkedChannel(value: unknown): CheckedLinkedChannel | undefined {
  const channel = asObject(value);
  const id = asId(channel?.["id"]);
  const guildId = asId(channel?.["guild_id"]);
  return id === undefined || guildId === undefined
    ? undefined
    : { id, guildId, name: asString(channel?.["name"]) ?? "" };
}

/** The code of an invite. @returns undefined for what cannot be one */
export function parseInviteCode(value: unknown): string | undefined {
  const code = asString(asObject(value)?.["code"]);
  return code !== undefined && INVITE_CODE.test(code) ? code : undefined;
}

function parseGuild(value: unknown): CheckedGuild | undefined {
  const id = asId(asObject(value)?.["id"]);
  return id === undefined ? undefined : { id, name: asString(asObject(value)?.["name"]) ?? "" };
}

function parseGuildChannel(value: unknown): CheckedGuildChannel | undefined {
  const channel = asObject(value);
  const id = asId(channel?.["id"]);
  const type = asInteger(channel?.["type"], 0, 0xffff);
  if (channel === undefined || id === undefined || type === undefined) return undefined;
  return {
    id,
    type,
    name: asString(channel["name"]) ?? "",
    position: asInteger(channel["position"], -MAX_INT32 - 1, MAX_INT32) ?? 0,
    parentId: asId(channel["parent_id"]),
    isLinkable: channel["is_linkable"] === true,
    isViewableAndWriteableByAllMembers: channel["is_viewable_and_writeable_by_all_members"] === true,
    linkedLobby: parseLinkedLobby(channel["linked_lobby"]),
  };
}

function parseLinkedLobby(value: unknown): CheckedLinkedLobby | undefined {
  const lobby = asObject(value);
  const applicationId = asId(lobby?.["application_id"]);
  const lobbyId = asId(lobby?.["lobby_id"]);
  return applicationId === undefined || lobbyId === undefined ? undefined : { applicationId, lobbyId };
}
