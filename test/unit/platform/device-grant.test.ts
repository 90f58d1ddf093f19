// The device grant (RFC 8628): what a device hears when it polls, and what a user can do with a code.
import { DEVICE_GRANT_TYPE } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { sweepGrants } from "../../../platform/domain/rules/oauth2/sweep.js";
import { type TokenForm } from "../../../platform/domain/rules/oauth2/tokens.js";
import { OAuth2Fault } from "../../../platform/domain/rules/oauth2/oauth2-fault.js";
import { banUser } from "../../../platform/domain/rules/user/bans.js";
import { Fault } from "../../../platform/domain/rules/outcome.js";
import { bearerActor } from "../../../platform/domain/world/oauth2/actor.js";
import { exchangeToken, finishDevice, startDevice, verifyDevice } from "./operations.js";
import { cast, type Cast } from "./support-world.js";

const SCOPE = "openid sdk.social_layer";
const LIFE_MS = 300_000;

function start(who: Cast, more: TokenForm = {}) {
  const started = startDevice(who.world, { client_id: who.applicationId, scope: SCOPE, ...more });
  if (started instanceof OAuth2Fault) throw new Error(`${started.error}: ${started.description}`);
  return started.reply;
}

/** The error of a poll, or "tokens". */
function poll(who: Cast, deviceCode: string, more: TokenForm = {}): string {
  const form = { grant_type: DEVICE_GRANT_TYPE, client_id: who.applicationId, device_code: deviceCode };
  const result = exchangeToken(who.world, { ...form, ...more });
  return result instanceof OAuth2Fault ? result.error : "tokens";
}

function finish(who: Cast, typed: string, isGranted = true): number {
  const finished = finishDevice(who.world, who.ben.user, { typed, isGranted });
  return finished instanceof Fault ? finished.status : 204;
}

describe("a device", () => {
  it("gets two codes, of which neither is stored", () => {
    const who = cast();
    const { deviceCode, userCode } = start(who);
    expect(userCode).toMatch(/^[A-Z0-9]{8}$/);
    const stored = JSON.stringify(who.world.deviceGrants.all());
    expect(stored).not.toContain(deviceCode);
    expect(stored).not.toContain(userCode);
  });

  it.each<[string, TokenForm, string]>([
    ["no client", { client_id: undefined }, "invalid_request"],
    ["an unknown client", { client_id: "1" }, "invalid_client"],
    ["a wrong secret", { client_secret: "wrong" }, "invalid_client"],
    ["no scope", { scope: undefined }, "invalid_scope"],
    ["an unknown scope", { scope: "openid everything" }, "invalid_scope"],
    ["a scope that needs an approval", { scope: "identify.premium" }, "invalid_scope"],
  ])("with %s is rejected", (_claim, more, error) => {
    const who = cast();
    const form = { client_id: who.applicationId, scope: SCOPE, ...more };
    expect(startDevice(who.world, form)).toMatchObject({ error });
    expect(who.world.deviceGrants.all()).toEqual([]);
  });

  it("waits, and gets the tokens of the user who typed the code, once", () => {
    const who = cast();
    const { deviceCode, userCode } = start(who);
    expect(poll(who, deviceCode)).toBe("authorization_pending");
    expect(finish(who, userCode)).toBe(204);
    const form = { grant_type: DEVICE_GRANT_TYPE, client_id: who.applicationId, device_code: deviceCode };
    const result = exchangeToken(who.world, form);
    if (!("reply" in result)) throw new Error(JSON.stringify(result));
    const { tokens, idToken } = result.reply;
    expect(tokens).toMatchObject({ token_type: "Bearer", expires_in: 604_800, scope: SCOPE });
    expect(bearerActor(who.world, tokens.access_token)?.user.id).toBe(who.ben.user.id);
    expect(idToken).toMatchObject({ sub: who.ben.user.id, aud: who.applicationId });
    expect(poll(who, tokens.refresh_token ?? "", { device_code: deviceCode })).toBe("invalid_grant");
  });

  it("hears of a denial once", () => {
    const who = cast();
    const { deviceCode, userCode } = start(who);
    expect(finish(who, userCode, false)).toBe(204);
    expect([poll(who, deviceCode), poll(who, deviceCode)]).toEqual(["access_denied", "invalid_grant"]);
  });

  it("that polls too early waits five seconds longer each time", () => {
    const who = cast();
    const { deviceCode } = start(who);
    const after = (seconds: number): string => {
      who.world.clock.advance(seconds * 1000);
      return poll(who, deviceCode);
    };
    expect([after(0), after(1)]).toEqual(["authorization_pending", "slow_down"]);
    expect([after(5), after(15), after(14)]).toEqual(["slow_down", "authorization_pending", "slow_down"]);
    expect([after(20), after(20)]).toEqual(["authorization_pending", "authorization_pending"]);
  });

  it("gets the tokens of an answered request however early it polls", () => {
    const who = cast();
    const { deviceCode, userCode } = start(who);
    for (let times = 0; times < 20; times += 1) poll(who, deviceCode);
    finish(who, userCode);
    expect(poll(who, deviceCode)).toBe("tokens");
  });

  it("hears that its code has expired, also after the sweep, and later that it is unknown", () => {
    const who = cast();
    const { deviceCode, userCode } = start(who);
    who.world.clock.advance(LIFE_MS - 1);
    expect(poll(who, deviceCode)).toBe("authorization_pending");
    who.world.clock.advance(1);
    sweepGrants(who.world);
    expect([poll(who, deviceCode), finish(who, userCode)]).toEqual(["expired_token", 404]);
    who.world.clock.advance(LIFE_MS);
    sweepGrants(who.world);
    expect(poll(who, deviceCode)).toBe("invalid_grant");
    expect(who.world.deviceGrants.all()).toEqual([]);
  });

  it("gets nothing of an account that was banned meanwhile", () => {
    const who = cast();
    const { deviceCode, userCode } = start(who);
    finish(who, userCode);
    banUser(who.world, who.ben.user.id);
    expect(poll(who, deviceCode)).toBe("invalid_grant");
  });
});

describe("a device code", () => {
  it("of another application is unknown, and stays as it was", () => {
    const who = cast();
    const { deviceCode, userCode } = start(who);
    const other = who.registry.createApplication({ name: "Other" });
    finish(who, userCode);
    expect(poll(who, deviceCode, { client_id: other.id })).toBe("invalid_grant");
    expect(poll(who, deviceCode)).toBe("tokens");
  });

  it("cannot be guessed: each guess is unknown and changes nothing", () => {
    const who = cast();
    const { deviceCode, userCode } = start(who);
    const before = JSON.stringify(who.world.deviceGrants.all());
    const guesses = ["", userCode, deviceCode.toUpperCase(), deviceCode.slice(1), `${deviceCode}x`, "0"];
    for (const guess of guesses) expect([guess, poll(who, guess)]).toEqual([guess, "invalid_grant"]);
    expect(poll(who, deviceCode, { device_code: undefined })).toBe("invalid_request");
    expect(JSON.stringify(who.world.deviceGrants.all())).toBe(before);
  });
});

describe("a user code", () => {
  const asked = (who: Cast, typed: string): unknown => {
    const verified = verifyDevice(who.world, who.ben.user, typed);
    return verified instanceof Fault ? verified.status : verified.reply;
  };

  it("shows what it asks for, and what was answered", () => {
    const who = cast();
    const { userCode } = start(who);
    const facts = { scopes: SCOPE.split(" "), client_id: who.applicationId, two_way_link_code: null };
    expect(asked(who, userCode)).toEqual({ ...facts, type: "pending" });
    finish(who, userCode, false);
    expect(asked(who, userCode)).toEqual({ ...facts, type: "denied" });
  });

  it("is found however it is typed, and answered once", () => {
    const who = cast();
    const { deviceCode, userCode } = start(who);
    const typed = ` ${userCode.slice(0, 4).toLowerCase()}-${userCode.slice(4)} `;
    expect([finish(who, typed), finish(who, userCode, false)]).toEqual([204, 404]);
    expect(poll(who, deviceCode)).toBe("tokens");
  });

  it("cannot be guessed more than 20 times in five minutes by one account, also when the last guess is right", () => {
    const who = cast();
    const { userCode } = start(who);
    for (let guess = 0; guess < 20; guess += 1) expect(asked(who, `WRONG${guess}`)).toBe(404);
    expect([asked(who, userCode), finish(who, userCode)]).toEqual([429, 429]);
    expect(verifyDevice(who.world, who.ada.user, userCode)).not.toBeInstanceOf(Fault);
    who.world.clock.advance(LIFE_MS);
    expect(asked(who, start(who).userCode)).toMatchObject({ type: "pending" });
  });
});
