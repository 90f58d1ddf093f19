import type { Snowflake } from "./snowflake.js";

/** A guild in the list of a user's guilds. */
export interface UserGuildPayload {
  id: Snowflake;
  name: string;
  icon: string | null;
  banner: string | null;
  /** whether the user owns it */
  owner: boolean;
  /** the user's permissions in the guild, decimal */
  permissions: string;
  features: string[];
  /** only when asked for */
  approximate_member_count?: number;
  /** only when asked for: members who are not offline */
  approximate_presence_count?: number;
}

/** The lobby that is linked to a guild's channel. */
export interface LinkedLobbyPayload {
  application_id: Snowflake;
  lobby_id: Snowflake;
  linked_by: Snowflake;
  linked_at: string;
  require_application_authorization: boolean;
}

/** The fields that all guild channels have. */
export interface GuildChannelPayload {
  id: Snowflake;
  type: number;
  guild_id: Snowflake;
  name: string;
  position: number;
  parent_id: Snowflake | null;
  flags: number;
  linked_lobby?: LinkedLobbyPayload | null;
}

/** With the fields of `with_can_link_lobby`, for the requesting user. */
export interface LinkableChannelPayload extends GuildChannelPayload {
  is_linkable: boolean;
  is_viewable_and_writeable_by_all_members: boolean;
  linked_lobby: LinkedLobbyPayload | null;
}

/** Body of `PATCH /lobbies/{id}/channel-linking`; null and absent unlink. */
export interface LinkChannelBody {
  channel_id?: Snowflake | null;
}

/** Response of the routes that create an invite to a lobby's linked channel. */
export interface LobbyInvitePayload {
  code: string;
}
