// The device grant without a clock and a network: reading the codes, and when to poll again.
import { describe, expect, it } from "vitest";
import { DevicePolling, parseDeviceResponse, type PollFailure } from "../../../lib/protocol/index.js";

const GOOD = {
  device_code: "secret",
  user_code: "ABCD2345",
  verification_uri: "https://example.org/activate",
  verification_uri_complete: "https://example.org/activate?user_code=ABCD2345",
  expires_in: 300,
  interval: 7,
};

const rejection = (
  error: string,
  more: Partial<Extract<PollFailure, { kind: "status" }>> = {},
): PollFailure => ({
  kind: "status",
  body: JSON.stringify({ error }),
  retryable: false,
  retryAfterMs: 0,
  ...more,
});

describe("the codes of a device", () => {
  it("are read, with the defaults of RFC 8628", () => {
    const { deviceCode, ...codes } = parseDeviceResponse(GOOD)!;
    expect(deviceCode.reveal()).toBe("secret");
    expect(codes).toEqual({
      userCode: "ABCD2345",
      address: "https://example.org/activate",
      completeAddress: "https://example.org/activate?user_code=ABCD2345",
      lifeMs: 300_000,
      intervalMs: 7000,
    });
    const least = { ...GOOD, interval: undefined, verification_uri_complete: undefined };
    expect(parseDeviceResponse(least)).toMatchObject({ intervalMs: 5000, completeAddress: codes.address });
  });

  it.each<[string, object]>([
    ["no device code", { device_code: undefined }],
    ["an empty user code", { user_code: "" }],
    ["no address", { verification_uri: undefined }],
    ["an address that is not one of the web", { verification_uri: "file:///etc/passwd" }],
    ["no life", { expires_in: undefined }],
    ["a negative life", { expires_in: -1 }],
    ["an interval of 0", { interval: 0 }],
    ["an interval that is a text", { interval: "5" }],
  ])("are rejected with %s", (_claim, change) => {
    expect(parseDeviceResponse({ ...GOOD, ...change })).toBeUndefined();
  });

  it("never name a page that is not one of the web", () => {
    const parsed = parseDeviceResponse({ ...GOOD, verification_uri_complete: "javascript:alert(1)" });
    expect(parsed?.completeAddress).toBe(GOOD.verification_uri);
  });
});

describe("polling", () => {
  it("keeps the interval while the user has not answered, and waits five seconds more for each slow_down", () => {
    const polling = new DevicePolling(5000);
    const delays = ["authorization_pending", "slow_down", "slow_down", "authorization_pending"].map(
      (error) => [polling.failed(rejection(error)), polling.delayMs],
    );
    expect(delays).toEqual([
      ["again", 5000],
      ["again", 10_000],
      ["again", 15_000],
      ["again", 15_000],
    ]);
  });

  it("waits twice as long after each lost request, up to 30 s, and returns to the interval", () => {
    const polling = new DevicePolling(5000);
    const lost = Array.from({ length: 4 }, () => [polling.failed({ kind: "lost" }), polling.delayMs]);
    expect(lost).toEqual([10_000, 20_000, 30_000, 30_000].map((delay) => ["again", delay]));
    polling.failed(rejection("authorization_pending"));
    expect(polling.delayMs).toBe(5000);
  });

  it("waits at least as long as the platform says", () => {
    const polling = new DevicePolling(5000);
    expect(polling.failed(rejection("", { retryable: true, retryAfterMs: 60_000 }))).toBe("again");
    expect(polling.delayMs).toBe(60_000);
  });

  it.each([
    ["access_denied", "denied"],
    ["expired_token", "expired"],
    ["invalid_grant", "failed"],
    ["invalid_client", "failed"],
  ])("ends with %s", (error, verdict) => {
    expect(new DevicePolling(5000).failed(rejection(error))).toBe(verdict);
  });

  it("ends with a rejection that it cannot read", () => {
    expect(new DevicePolling(5000).failed({ ...rejection(""), body: "<html>" } as PollFailure)).toBe(
      "failed",
    );
  });
});
