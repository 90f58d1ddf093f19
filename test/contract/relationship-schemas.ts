/** The published description has no relationship routes; these are our own, after the wire reference. */

type Schema = Record<string, unknown>;

const snowflake: Schema = { type: "string", format: "snowflake" };
const refused: Schema = { $ref: "#/components/schemas/ErrorResponse" };
const timestamp: Schema = { type: "string", format: "date-time" };

const user: Schema = {
  type: "object",
  required: ["id", "username", "discriminator", "global_name", "avatar", "public_flags"],
  properties: {
    id: snowflake,
    username: { type: "string", minLength: 2, maxLength: 32 },
    discriminator: { const: "0" },
    global_name: { type: ["string", "null"], minLength: 1, maxLength: 32 },
    avatar: { type: ["string", "null"] },
    public_flags: { type: "integer" },
  },
};

/** Over HTTP friends only. */
const relationship: Schema = {
  type: "object",
  required: ["id", "type", "user", "nickname", "user_ignored", "since", "has_played_game"],
  properties: {
    id: snowflake,
    type: { const: 1 },
    user,
    nickname: { type: ["string", "null"] },
    user_ignored: { type: "boolean" },
    is_spam_request: { type: "boolean" },
    since: timestamp,
    has_played_game: { type: "boolean" },
  },
};

/** Over HTTP without `user`. */
const gameRelationship: Schema = {
  type: "object",
  required: ["id", "application_id", "type", "since", "dm_access_type", "user_id"],
  properties: {
    id: snowflake,
    application_id: snowflake,
    type: { enum: [1, 3, 4] },
    user: false,
    since: timestamp,
    dm_access_type: { type: "integer" },
    user_id: snowflake,
  },
};

const action = { "204": null, "4XX": refused };

export const RELATIONSHIP_SCHEMAS: Readonly<Record<string, Readonly<Record<string, Schema | null>>>> = {
  "GET /users/@me/relationships": { "200": { type: "array", items: relationship }, "4XX": refused },
  "POST /users/@me/relationships": action,
  "PUT /users/@me/relationships/{user_id}": action,
  "DELETE /users/@me/relationships/{user_id}": action,
  "GET /users/@me/game-relationships": { "200": { type: "array", items: gameRelationship }, "4XX": refused },
  "POST /users/@me/game-relationships": action,
  "PUT /users/@me/game-relationships/{user_id}": action,
  "DELETE /users/@me/game-relationships/{user_id}": action,
};
