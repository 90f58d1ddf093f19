// Made-up messages from the network: a parser answers with a checked value or undefined, and never throws.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as protocol from "../../lib/protocol/index.js";
import { forRuns } from "./support-runs.js";

type Parser = (input: never) => unknown;

/** Field names the parsers look for, so that made-up objects get past the first look. */
const FIELDS =
  "id user user_id username global_name avatar flags public_flags lobby lobby_id members member metadata voice_states " +
  "session_id resume_gateway_url guild_id channel_id endpoint token self_mute self_deaf mute deaf application " +
  "application_id lobbies url code access_token refresh_token token_type expires_in scope op d s t seq ssrc ip port " +
  "author content timestamp edited_timestamp mentions attachments embeds poll question text thread recipients " +
  "channel_type recipient_id lobby_member additional_name moderation_metadata last_message_id private_channels " +
  "relationships game_relationships presences type status activities is_spam_request has_played_game " +
  "user_application_profiles external_id provider_type provider_id provider_issued_user_id avatar_hash " +
  "linked_channel linked_lobby parent_id position is_linkable " +
  "device_code user_code verification_uri verification_uri_complete interval " +
  "assets timestamps start end party size buttons supported_platforms details large_image " +
  "modes mode secret_key heartbeat_interval v speaking user_ids audio_ssrc connected dave_protocol_version";

const scalar = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.bigInt({ min: 0n, max: (1n << 65n) - 1n }).map(String),
  fc.constantFrom("__proto__", "constructor", "-1", "1e3", "18446744073709551616", ""),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    scalar,
    fc.array(tie("value"), { maxLength: 5 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...FIELDS.split(" ")), fc.string()), tie("value"), { maxKeys: 8 }),
  ),
}));

const ofValues: [string, Parser][] = Object.entries(protocol)
  .filter(([name]) => /^parse(?!Json|Each|GatewayFrame|VoiceFrame)/.test(name))
  .map(([name, parser]) => [name, parser as Parser]);
const ofText: [string, Parser][] = [
  ["parseGatewayFrame", protocol.parseGatewayFrame as Parser],
  ["parseVoiceFrame", protocol.parseVoiceFrame as Parser],
];

/** Properties below. */
const SHARES = ofValues.length + ofText.length + 1;

describe("client parsers", () => {
  it("are complete", () => {
    expect(ofValues.length).toBeGreaterThanOrEqual(9);
  });

  it.each(ofValues)("%s takes any value", (_name, parser) => {
    fc.assert(
      fc.property(value, (input) => void parser(input as never)),
      forRuns(2000, SHARES),
    );
  });

  it.each(ofText)("%s takes any text and any JSON", (_name, parser) => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          value.map((each) => JSON.stringify(each)),
        ),
        (text) => void parser(text as never),
      ),
      forRuns(2000, SHARES),
    );
  });

  it("parseVoiceFrame returns a checked message or nothing for generated payloads of every opcode", () => {
    const frame = fc.record({
      op: fc.integer({ min: -2, max: 40 }),
      d: value,
      seq: fc.oneof(fc.integer(), fc.string()),
    });
    fc.assert(
      fc.property(frame, (made) => {
        const parts = protocol.parseVoiceFrame(JSON.stringify(made));
        if (parts === undefined) return;
        expect(Number.isInteger(parts.seq) && parts.seq >= -1 && parts.seq <= 0xffff).toBe(true);
      }),
      forRuns(3000, SHARES),
    );
  });

  it("metadata of a lobby cannot reach a prototype", () => {
    const lobby = protocol.parseLobby({
      id: "1",
      application_id: "2",
      metadata: JSON.parse('{"__proto__":"x","constructor":"y"}') as unknown,
      members: [],
      flags: 0,
    });
    expect(lobby).toBeDefined();
    expect(Object.getPrototypeOf(lobby?.metadata ?? {})).toBeNull();
  });
});
