/** Schemas of activities that the published description lacks, and of requests of SDK-like clients at start; our own. */

type Schema = Record<string, unknown>;

const refused: Schema = { $ref: "#/components/schemas/ErrorResponse" };

const secret: Schema = {
  type: "object",
  required: ["secret"],
  properties: { secret: { type: "string", minLength: 1, maxLength: 128 } },
  additionalProperties: false,
};

const headless: Schema = {
  type: "object",
  required: ["activities", "token"],
  properties: {
    activities: {
      type: "array",
      minItems: 1,
      maxItems: 1,
      items: { type: "object", required: ["name", "type"] },
    },
    token: { type: "string", minLength: 1, maxLength: 128 },
  },
  additionalProperties: false,
};

const fingerprint: Schema = {
  type: "object",
  required: ["fingerprint"],
  properties: { fingerprint: { type: "string", pattern: "^[0-9]+\\.[A-Za-z0-9]+$" } },
};

export const ACTIVITY_SCHEMAS: Readonly<Record<string, Readonly<Record<string, Schema | null>>>> = {
  "GET /users/{user_id}/sessions/{session_id}/activities/{application_id}/{action}": {
    "200": secret,
    "4XX": refused,
  },
  "POST /users/@me/headless-sessions": { "200": headless, "4XX": refused },
  "POST /users/@me/headless-sessions/delete": { "204": null, "4XX": refused },
  "GET /auth/fingerprint": { "200": fingerprint },
  "POST /science": { "204": null, "4XX": refused },
};
