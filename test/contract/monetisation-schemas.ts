/**
 * The published description has no list of SKUs, and demands of entitlements what tests for servers and new tests do not have: a
 * user, and times. These are our own, after the written documentation.
 */

type Schema = Record<string, unknown>;

const refused: Schema = { $ref: "#/components/schemas/ErrorResponse" };
const snowflake: Schema = { type: "string", format: "snowflake" };
const time: Schema = { type: ["string", "null"], format: "date-time" };

const sku: Schema = {
  type: "object",
  required: ["id", "type", "application_id", "name", "slug", "flags"],
  properties: {
    id: snowflake,
    type: { enum: [2, 3, 5, 6] },
    application_id: snowflake,
    name: { type: "string", minLength: 1, maxLength: 80 },
    slug: { type: "string", pattern: "^[a-z0-9-]*$" },
    flags: { type: "integer", minimum: 0 },
  },
  additionalProperties: false,
};

const newTest: Schema = {
  type: "object",
  required: ["id", "sku_id", "application_id", "type", "deleted", "consumed"],
  properties: {
    id: snowflake,
    sku_id: snowflake,
    application_id: snowflake,
    user_id: snowflake,
    guild_id: snowflake,
    gifter_user_id: snowflake,
    type: { enum: [1, 2, 3, 4, 5, 6, 7, 8] },
    deleted: { type: "boolean" },
    consumed: { type: "boolean" },
  },
  anyOf: [{ required: ["user_id"] }, { required: ["guild_id"] }],
};

const entitlement: Schema = {
  ...newTest,
  required: [...(newTest["required"] as string[]), "starts_at", "ends_at"],
  properties: {
    ...(newTest["properties"] as Schema),
    starts_at: time,
    ends_at: time,
    subscription_id: snowflake,
  },
  additionalProperties: false,
};

const list = (items: Schema): Schema => ({ type: "array", items, maxItems: 100 });
const ALL = "/applications/{application_id}/entitlements";

export const MONETISATION_SCHEMAS: Readonly<Record<string, Readonly<Record<string, Schema | null>>>> = {
  "GET /applications/{application_id}/skus": { "200": list(sku), "4XX": refused },
  [`GET ${ALL}`]: { "200": list(entitlement), "4XX": refused },
  [`POST ${ALL}`]: { "200": { ...newTest, additionalProperties: false }, "4XX": refused },
  [`GET ${ALL}/{entitlement_id}`]: { "200": entitlement, "4XX": refused },
};
