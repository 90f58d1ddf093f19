import { describe, expect, it } from "vitest";
import {
  classifyGatewayClose,
  COMMUNICATION_INTENTS,
  COMMUNICATION_SCOPES,
  expandScopes,
  PRESENCE_INTENTS,
  PRESENCE_SCOPES,
  Scope,
} from "../../../lib/wire/index.js";

describe("observed numbers", () => {
  it("requests the intents of the native SDK", () => {
    expect(COMMUNICATION_INTENTS).toBe(416026624);
    expect(PRESENCE_INTENTS).toBe(12582912);
  });
});

describe("close codes of the main gateway", () => {
  it.each([4004, 4010, 4011, 4012, 4013, 4014, 4015, 4016])("%i is final", (code) => {
    expect(classifyGatewayClose(code)).toBe("stop");
  });
  it.each([4007, 4009])("%i starts a new session", (code) => {
    expect(classifyGatewayClose(code)).toBe("identify");
  });
  it.each([1000, 1001, 1005, 1006, 4000, 4001, 4002, 4003, 4005, 4008, 4999])(
    "%i keeps the session",
    (code) => {
      expect(classifyGatewayClose(code)).toBe("resume");
    },
  );
});

describe("scopes", () => {
  it("expands umbrella scopes", () => {
    const presence = expandScopes(PRESENCE_SCOPES);
    const communication = expandScopes(COMMUNICATION_SCOPES);
    expect(presence.has(Scope.GatewayConnect)).toBe(true);
    expect(presence.has(Scope.LobbiesWrite)).toBe(false);
    expect(communication.has(Scope.LobbiesWrite)).toBe(true);
    expect(
      [...presence].filter((scope) => scope !== Scope.SocialLayerPresence && !communication.has(scope)),
    ).toEqual([]);
  });

  it("grants nothing for an empty string", () => {
    expect(expandScopes("  ").size).toBe(0);
  });
});
