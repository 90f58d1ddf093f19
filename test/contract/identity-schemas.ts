/** The published description has no routes of identities in games; these are our own, after the wire reference. */

type Schema = Record<string, unknown>;

const snowflake: Schema = { type: "string", format: "snowflake" };
const text: Schema = { type: ["string", "null"] };
const refused: Schema = { $ref: "#/components/schemas/ErrorResponse" };

const profile: Schema = {
  type: "object",
  required: ["username", "metadata", "external_id", "avatar_hash"],
  properties: {
    username: { type: ["string", "null"], maxLength: 1024 },
    metadata: text,
    data: { type: "object" },
    data_trusted: { type: "boolean" },
    external_id: {
      type: "object",
      required: ["provider_type", "provider_issued_user_id", "provider_id", "preferred_global_name"],
      properties: {
        provider_type: {
          enum: [
            "OIDC",
            "EPIC_ONLINE_SERVICES",
            "STEAM",
            "UNITY",
            "DISCORD_BOT",
            "APPLE",
            "PLAYSTATION_NETWORK",
          ],
        },
        provider_issued_user_id: { type: "string", minLength: 1, maxLength: 1024 },
        provider_id: text,
        preferred_global_name: text,
      },
      additionalProperties: false,
    },
    avatar_hash: text,
  },
  additionalProperties: false,
};

const identity: Schema = {
  type: "object",
  required: ["application_id", "provider_issued_user_id"],
  properties: {
    application_id: snowflake,
    provider_issued_user_id: { type: "string" },
    profile,
    profiles: { type: "array", items: profile, maxItems: 1 },
  },
  additionalProperties: false,
};

const identities: Schema = {
  type: "object",
  required: ["identities"],
  properties: { identities: { type: "array", items: identity, maxItems: 1 } },
};

const found: Schema = {
  type: "object",
  required: ["user_id", "external_user_id"],
  properties: { user_id: snowflake, external_user_id: { type: "string" } },
  additionalProperties: false,
};

const PROFILE = "/applications/{application_id}/users/{user_id}/identities/{external_id}/profile";

const written: Schema = {
  type: "object",
  required: ["username", "metadata"],
  properties: {
    username: { type: ["string", "null"], maxLength: 1024 },
    metadata: { type: ["object", "null"], additionalProperties: { type: "string" } },
    data: { type: "object" },
  },
  additionalProperties: false,
};

const lookup: Schema = {
  type: "object",
  required: ["identities"],
  properties: {
    identities: {
      type: "array",
      maxItems: 1,
      items: {
        type: "object",
        required: ["provider_type", "provider_issued_user_id", "user_id"],
        properties: {
          provider_type: { type: "string" },
          provider_id: text,
          provider_issued_user_id: { type: "string" },
          user_id: snowflake,
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
};

const OF_USER = "/users/{user_id}/application-identities/{application_id}";
const OF_ACCOUNT = "/applications/{application_id}/application-identities/{provider_type}/{external_id}";

export const IDENTITY_SCHEMAS: Readonly<Record<string, Readonly<Record<string, Schema | null>>>> = {
  [`GET ${PROFILE}`]: { "200": written, "4XX": refused },
  [`GET ${OF_USER}`]: { "200": lookup, "4XX": refused },
  [`GET ${OF_ACCOUNT}`]: { "200": lookup, "4XX": refused },
  [`POST ${OF_USER}/{provider_type}/{external_id}/delete`]: { "204": null, "4XX": refused },
  [`PATCH ${PROFILE}`]: { "201": written, "204": null, "4XX": refused },
  "GET /users/{user_id}/application-identities": { "200": identities, "4XX": refused },
  "POST /application-identities": { "200": { type: "array", items: found }, "4XX": refused },
};
