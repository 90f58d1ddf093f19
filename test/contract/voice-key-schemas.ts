/** The published description has no routes of identity keys in calls; these are our own, after the wire reference. */

type Schema = Record<string, unknown>;

const refused: Schema = { $ref: "#/components/schemas/ErrorResponse" };

const match: Schema = {
  type: "object",
  required: ["is_match"],
  properties: { is_match: { type: "boolean" } },
  additionalProperties: false,
};

export const VOICE_KEY_SCHEMAS: Readonly<Record<string, Readonly<Record<string, Schema | null>>>> = {
  "PUT /voice/public-keys": { "204": null, "4XX": refused },
  "POST /voice/{user_id}/match-public-key": { "200": match, "4XX": refused },
};
