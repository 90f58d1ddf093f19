/**
 * The published description has neither the device grant nor child tokens nor the names of guests; these are our own, after the
 * wire reference.
 */

type Schema = Record<string, unknown>;

const refused: Schema = { $ref: "#/components/schemas/ErrorResponse" };
const oauthError: Schema = { $ref: "#/$defs/oauthError" };
const address: Schema = { type: "string", pattern: "^http" };

const device: Schema = {
  type: "object",
  required: [
    "device_code",
    "user_code",
    "verification_uri",
    "verification_uri_complete",
    "expires_in",
    "interval",
  ],
  properties: {
    device_code: { type: "string", minLength: 20 },
    user_code: { type: "string", pattern: "^[A-Z0-9]{8}$" },
    verification_uri: address,
    verification_uri_complete: address,
    expires_in: { const: 300 },
    interval: { const: 5 },
  },
  additionalProperties: false,
};

const asked: Schema = {
  type: "object",
  required: ["scopes", "client_id", "two_way_link_code", "type"],
  properties: {
    scopes: { type: "array", items: { type: "string" }, minItems: 1 },
    client_id: { type: "string", format: "snowflake" },
    two_way_link_code: { type: ["string", "null"] },
    type: { enum: ["pending", "granted", "denied"] },
  },
  additionalProperties: false,
};

const childToken: Schema = {
  type: "object",
  required: ["access_token", "token_type", "expires_in", "scope"],
  properties: {
    access_token: { type: "string", minLength: 20 },
    token_type: { const: "Bearer" },
    expires_in: { type: "integer", minimum: 0, maximum: 604_800 },
    scope: { type: "string", minLength: 1 },
  },
  additionalProperties: false,
};

export const SIGN_IN_SCHEMAS: Readonly<Record<string, Readonly<Record<string, Schema | null>>>> = {
  "POST /oauth2/device/authorize": { "200": device, "4XX": oauthError },
  "POST /oauth2/device/verify": { "200": asked, "4XX": refused },
  "POST /oauth2/device/finish": { "204": null, "4XX": refused },
  "PATCH /users/@me/account": { "200": { $ref: "#/components/schemas/UserResponse" }, "4XX": refused },
  "POST /partner-sdk/child-token": { "200": childToken, "4XX": refused },
};
