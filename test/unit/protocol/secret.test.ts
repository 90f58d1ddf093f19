import { format, inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { Redactor, Secret } from "../../../lib/protocol/index.js";

const CANARY = "canary-token-4711";

describe("a secret", () => {
  const secret = new Secret(CANARY);
  it.each([
    ["string", String(secret)],
    ["template", `${secret as unknown as string}`],
    ["concatenation", "" + (secret as unknown as string)],
    ["JSON", JSON.stringify({ secret })],
    ["inspect", inspect({ deep: { secret } }, { showHidden: true, depth: 9 })],
    ["format", format("%s %o %j", secret, secret, secret)],
    ["keys", JSON.stringify(Object.entries(secret))],
    ["spread", JSON.stringify({ ...secret })],
  ])("does not print as %s", (_name, text) => {
    expect(text).not.toContain(CANARY);
  });

  it("is revealed on request", () => {
    expect(secret.reveal()).toBe(CANARY);
  });
});

describe("the redactor", () => {
  it("redacts known secrets, also percent-encoded", () => {
    const redactor = new Redactor();
    redactor.remember("a+b/canary==");
    expect(redactor.redact("x a+b/canary== y a%2Bb%2Fcanary%3D%3D z")).toBe("x [secret] y [secret] z");
  });

  it("redacts anything like an authorization header", () => {
    expect(new Redactor().redact("Authorization: Bearer abcdef123")).toBe("Authorization: Bearer [secret]");
  });

  it("leaves ordinary words alone", () => {
    const redactor = new Redactor();
    redactor.remember("");
    redactor.remember("code");
    expect(redactor.redact("close code 4004")).toBe("close code 4004");
  });
});
