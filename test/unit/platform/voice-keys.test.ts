// Identity keys of encrypted calls at the platform: who may store one, and what the platform reports about it.
import { ECDH, randomBytes, verify, createPublicKey } from "node:crypto";
import { encodeDataUrl, type UploadVoiceKeyBody } from "sdkpp/wire";
import { beforeEach, describe, expect, it } from "vitest";
import { generateSignatureKey, selfSignature, type SignatureKeyPair } from "../../../lib/protocol/index.js";
import { Signer } from "../../../lib/protocol/mls/signature.js";
import { type Actor, bearerActor } from "../../../platform/domain/world/oauth2/actor.js";
import { staticSessionId } from "../../../platform/domain/world/oauth2/auth-session.js";
import { issueTokens } from "../../../platform/domain/rules/oauth2/tokens.js";
import { Fault } from "../../../platform/domain/rules/outcome.js";
import { voiceKeyBody } from "../../support/voice-key-body.js";
import { exchangeToken, matchVoiceKey, revokeGrant, uploadVoiceKey } from "./operations.js";
import { cast, type Cast } from "./support-world.js";

let who: Cast;
let key: SignatureKeyPair;
beforeEach(() => {
  who = cast();
  key = generateSignatureKey(randomBytes);
});

const sessionOf = (actor: Actor): string => staticSessionId(who.world, actor.authSession);

/** @returns the names of the rejected fields; none when the key was stored */
function upload(actor: Actor, body: UploadVoiceKeyBody): string[] {
  const result = uploadVoiceKey(who.world, actor, body);
  return result instanceof Fault ? Object.keys(result.errors ?? {}) : [];
}

function isMatch(actor: Actor, publicKey: Uint8Array): boolean {
  const result = matchVoiceKey(who.world, actor.user.id, {
    key_version: 1,
    public_key: encodeDataUrl(publicKey),
  });
  if (result instanceof Fault) throw new Error(result.message);
  return result.reply.is_match;
}

const compressed = ({ publicKey }: SignatureKeyPair): Uint8Array =>
  Buffer.from(ECDH.convertKey(publicKey, "prime256v1", undefined, undefined, "compressed") as Buffer);

/** The same user on another device. */
function secondLogin({ user, application, scope }: Actor): Actor {
  return bearerActor(who.world, issueTokens(who.world, application.id, user.id, scope).access_token)!;
}

describe("a key that signed the session it is uploaded by", () => {
  it("matches its user from then on, and no other user", () => {
    expect(isMatch(who.ada, key.publicKey)).toBe(false);
    expect(upload(who.ada, voiceKeyBody(key, sessionOf(who.ada)))).toEqual([]);
    expect(isMatch(who.ada, key.publicKey)).toBe(true);
    expect(isMatch(who.ben, key.publicKey)).toBe(false);
    expect(isMatch(who.ada, generateSignatureKey(randomBytes).publicKey)).toBe(false);
  });

  it("matches in its compressed form, which may be the signed one", () => {
    const short = compressed(key);
    const content = Buffer.concat([Buffer.from(`${sessionOf(who.ada)}:`), short]);
    const signature = encodeDataUrl(new Signer(key).sign("DiscordSelfSignature", content));
    const body = { key_version: 1, public_key: encodeDataUrl(short), signature };
    expect(upload(who.ada, body)).toEqual([]);
    expect(isMatch(who.ada, key.publicKey)).toBe(true);
    expect(isMatch(who.ada, short)).toBe(true);
  });

  it("replaces the previous key of the same login only", () => {
    const phone = secondLogin(who.ada);
    const [first, second, third] = [
      key,
      generateSignatureKey(randomBytes),
      generateSignatureKey(randomBytes),
    ];
    expect(upload(who.ada, voiceKeyBody(first, sessionOf(who.ada)))).toEqual([]);
    expect(upload(phone, voiceKeyBody(second, sessionOf(phone)))).toEqual([]);
    expect(upload(who.ada, voiceKeyBody(third, sessionOf(who.ada)))).toEqual([]);
    expect([first, second, third].map(({ publicKey }) => isMatch(who.ada, publicKey))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it("is accepted again from the same login, even after its tokens were refreshed", () => {
    const { world, applicationId } = who;
    const tokens = issueTokens(world, applicationId, who.ada.user.id, who.ada.scope);
    const before = bearerActor(world, tokens.access_token)!;
    expect(upload(before, voiceKeyBody(key, sessionOf(before)))).toEqual([]);
    const answer = exchangeToken(world, {
      grant_type: "refresh_token",
      client_id: applicationId,
      client_secret: "s3cret",
      refresh_token: tokens.refresh_token,
    });
    if (!("reply" in answer)) throw new Error(JSON.stringify(answer));
    const after = bearerActor(world, answer.reply.tokens.access_token)!;
    expect(sessionOf(after)).toBe(sessionOf(before));
    expect(upload(after, voiceKeyBody(key, sessionOf(after)))).toEqual([]);
    expect(isMatch(after, key.publicKey)).toBe(true);
  });

  it("is deleted when its user revokes the game's authorization", () => {
    upload(who.ada, voiceKeyBody(key, sessionOf(who.ada)));
    revokeGrant(who.world, who.applicationId, who.ada.user.id);
    expect(isMatch(who.ada, key.publicKey)).toBe(false);
    expect(upload(who.ben, voiceKeyBody(key, sessionOf(who.ben)))).toEqual([]);
  });
});

describe("a key is rejected", () => {
  it("when it signed another session", () => {
    expect(upload(who.ada, voiceKeyBody(key, sessionOf(who.ben)))).toEqual(["signature"]);
    expect(upload(who.ada, voiceKeyBody(key, ""))).toEqual(["signature"]);
  });

  it("when another key signed it", () => {
    const body = voiceKeyBody(key, sessionOf(who.ada));
    const { signature } = voiceKeyBody(generateSignatureKey(randomBytes), sessionOf(who.ada));
    expect(upload(who.ada, { ...body, signature })).toEqual(["signature"]);
  });

  it("when it is uploaded in another form than the signed one", () => {
    const body = voiceKeyBody(key, sessionOf(who.ada));
    expect(upload(who.ada, { ...body, public_key: encodeDataUrl(compressed(key)) })).toEqual(["signature"]);
  });

  it("when any other login has it", () => {
    upload(who.ada, voiceKeyBody(key, sessionOf(who.ada)));
    const phone = secondLogin(who.ada);
    for (const other of [who.ben, phone])
      expect(upload(other, voiceKeyBody(key, sessionOf(other)))).toEqual(["public_key"]);
    expect(isMatch(who.ada, key.publicKey)).toBe(true);
    expect(isMatch(who.ben, key.publicKey)).toBe(false);
  });

  it.each<[string, (good: Uint8Array) => string]>([
    ["text", () => "key"],
    ["nothing", () => encodeDataUrl(new Uint8Array(0))],
    ["a point off the curve", (good) => encodeDataUrl(good.with(-1, good.at(-1)! ^ 1))],
    ["a point at infinity", () => encodeDataUrl(Uint8Array.of(0))],
    ["one byte less", (good) => encodeDataUrl(good.subarray(1))],
    ["base64 without its header", (good) => Buffer.from(good).toString("base64")],
    [
      "a data URL without base64",
      (good) => `data:application/octet-stream,${Buffer.from(good).toString("hex")}`,
    ],
  ])("when it is %s", (_name, make) => {
    const body = { ...voiceKeyBody(key, sessionOf(who.ada)), public_key: make(key.publicKey) };
    expect(upload(who.ada, body)).toEqual(["public_key"]);
    expect(matchVoiceKey(who.world, who.ada.user.id, body)).toBeInstanceOf(Fault);
  });

  it.each(["", "data:application/octet-stream;base64,", "data:;base64,AAAA", "x".repeat(256)])(
    "with the signature %j",
    (signature) => {
      const body = { ...voiceKeyBody(key, sessionOf(who.ada)), signature };
      expect(upload(who.ada, body)).toEqual(["signature"]);
    },
  );
});

it("signs label, session and key like MLS, verified with node:crypto", () => {
  const content = Buffer.concat([Buffer.from("a-session:"), key.publicKey]);
  const label = Buffer.from("MLS 1.0 DiscordSelfSignature");
  // Both as vectors: one byte of length below 64, two bytes with the mark 01 from there on (RFC 9420 2.1.2).
  const signed = Buffer.concat([
    Buffer.of(label.length),
    label,
    Buffer.of(0x40 | (content.length >> 8), content.length & 0xff),
    content,
  ]);
  const x = Buffer.from(key.publicKey.subarray(1, 33)).toString("base64url");
  const y = Buffer.from(key.publicKey.subarray(33)).toString("base64url");
  const point = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  expect(verify("sha256", signed, point, selfSignature(key, "a-session"))).toBe(true);
});

it("each login has one session id, a UUID", () => {
  const phone = secondLogin(who.ada);
  expect(sessionOf(who.ada)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(sessionOf(who.ada)).not.toBe(sessionOf(phone));
});
