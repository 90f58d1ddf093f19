type Schema = Record<string, unknown>;

const ERROR: Schema = { $ref: "#/components/schemas/ErrorResponse" };
const SNOWFLAKE: Schema = { type: "string", format: "snowflake" };

/** An ordinary message, and where it stands. */
const DIRECT_MESSAGE: Schema = {
  allOf: [
    { $ref: "#/components/schemas/MessageResponse" },
    {
      type: "object",
      required: ["channel_type", "application_id"],
      properties: {
        channel_type: { enum: [1, 18] },
        application_id: SNOWFLAKE,
        recipient_id: SNOWFLAKE,
        moderation_metadata: { type: "object", additionalProperties: { type: "string" } },
      },
    },
  ],
};

const DM_CHANNEL: Schema = {
  type: "object",
  required: ["id", "type", "flags", "last_message_id", "last_pin_timestamp", "recipients"],
  properties: {
    id: SNOWFLAKE,
    type: { const: 1 },
    flags: { type: "integer" },
    last_message_id: { type: ["string", "null"], format: "snowflake" },
    last_pin_timestamp: { type: ["string", "null"], format: "date-time" },
    recipients: {
      type: "array",
      minItems: 1,
      maxItems: 1,
      items: { $ref: "#/components/schemas/UserResponse" },
    },
  },
};

const SUMMARY: Schema = {
  type: "object",
  required: ["user_id", "last_message_id"],
  additionalProperties: false,
  properties: { user_id: SNOWFLAKE, last_message_id: SNOWFLAKE },
};

const DISCLOSURES: Schema = {
  type: "object",
  required: ["disclosures", "acked_disclosures", "all_acked"],
  properties: {
    disclosures: { type: "array", items: { enum: [1, 2, 3] } },
    acked_disclosures: { type: "array", items: { enum: [1, 2, 3] } },
    all_acked: { type: "boolean" },
  },
};

const LOBBY_MESSAGE: Schema = { $ref: "#/components/schemas/LobbyMessageResponse" };

/** Schemas that the document lacks: changes of lobby messages, direct messages, notices to players. */
export const MESSAGE_SCHEMAS: Readonly<Record<string, Readonly<Record<string, Schema | null>>>> = {
  "PATCH /lobbies/{lobby_id}/messages/{message_id}": { "200": LOBBY_MESSAGE, "4XX": ERROR },
  "DELETE /lobbies/{lobby_id}/messages/{message_id}": { "204": null, "4XX": ERROR },
  "POST /users/{user_id}/messages": { "200": DIRECT_MESSAGE, "4XX": ERROR },
  "GET /users/{user_id}/messages": {
    "200": { type: "array", maxItems: 200, items: DIRECT_MESSAGE },
    "4XX": ERROR,
  },
  "PATCH /users/{user_id}/messages/{message_id}": { "200": DIRECT_MESSAGE, "4XX": ERROR },
  "DELETE /users/{user_id}/messages/{message_id}": { "204": null, "4XX": ERROR },
  "GET /partner-sdk/users/@me/channels": { "200": { type: "array", items: SUMMARY }, "4XX": ERROR },
  "GET /applications/{application_id}/disclosures": { "200": DISCLOSURES, "4XX": ERROR },
  "POST /applications/{application_id}/disclosures": { "200": DISCLOSURES, "4XX": ERROR },
  "GET /users/@me/dms/{user_id}": { "200": DM_CHANNEL, "4XX": ERROR },
};
