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

export const IDENTITY_SCHEMAS: Readonly<Record<string, Readonly<Record<string, Schema | null>>>> = {
  [`GET ${PROFILE}`]: { "200": profile, "4XX": refused },
  [`PATCH ${PROFILE}`]: { "200": profile, "4XX": refused },
  "GET /users/{user_id}/application-identities": { "200": identities, "4XX": refused },
  "POST /application-identities": { "200": { type: "array", items: found }, "4XX": refused },
};
