/** Schemas of linked channels and invites that the published description lacks; our own, after the wire reference. */

type Schema = Record<string, unknown>;

const snowflake: Schema = { type: "string", format: "snowflake" };
const refused: Schema = { $ref: "#/components/schemas/ErrorResponse" };

const linkedLobby: Schema = {
  type: ["object", "null"],
  required: ["application_id", "lobby_id", "linked_by", "linked_at", "require_application_authorization"],
  properties: {
    application_id: snowflake,
    lobby_id: snowflake,
    linked_by: snowflake,
    linked_at: { type: "string", format: "date-time" },
    require_application_authorization: { type: "boolean" },
  },
};

/** The described channel, and what `with_can_link_lobby` adds. */
const channel: Schema = {
  allOf: [
    { $ref: "#/components/schemas/GuildChannelResponse" },
    {
      type: "object",
      required: ["linked_lobby"],
      properties: {
        linked_lobby: linkedLobby,
        is_linkable: { type: "boolean" },
        is_viewable_and_writeable_by_all_members: { type: "boolean" },
      },
      dependentRequired: { is_linkable: ["is_viewable_and_writeable_by_all_members"] },
    },
  ],
};

export const LINKED_CHANNEL_SCHEMAS: Readonly<Record<string, Readonly<Record<string, Schema | null>>>> = {
  "GET /guilds/{guild_id}/channels": { "200": { type: "array", items: channel }, "4XX": refused },
  "DELETE /channels/{channel_id}/linked-lobby": { "204": null, "4XX": refused },
  "POST /invites/{code}": { "200": { $ref: "#/components/schemas/GuildInviteResponse" }, "4XX": refused },
};
