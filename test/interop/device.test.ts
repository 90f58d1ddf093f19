// A strict OAuth2 client of others signs in on a device: discovery, device authorization, polling, ID token.
import * as oauth from "oauth4webapi";
import { describe, expect, it } from "vitest";
import { platformForTest } from "../e2e/platform/support-platform.js";
import { pressForm } from "../support/press-form.js";

const plain = { [oauth.allowInsecureRequests]: true } as const;

async function foreign() {
  const platform = await platformForTest();
  const user = platform.control.users.create({ username: "ada" });
  const issuer = new URL(platform.endpoints.webBase);
  const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, plain));
  const client: oauth.Client = { client_id: platform.seeded.applicationId };
  const parameters = new URLSearchParams({ scope: "openid identify" });
  const response = await oauth.deviceAuthorizationRequest(server, client, oauth.None(), parameters, plain);
  const device = await oauth.processDeviceAuthorizationResponse(server, client, response);
  const poll = async () => {
    const answer = await oauth.deviceCodeGrantRequest(
      server,
      client,
      oauth.None(),
      device.device_code,
      plain,
    );
    return oauth.processDeviceCodeResponse(server, client, answer);
  };
  return { platform, user, server, client, device, poll };
}

describe("a foreign client on a device", () => {
  it("waits for the user, who types the code on the page, and verifies the ID token", async () => {
    const { user, server, client, device, poll } = await foreign();
    expect(server.grant_types_supported).toContain("urn:ietf:params:oauth:grant-type:device_code");
    await expect(poll()).rejects.toMatchObject({ error: "authorization_pending" });
    await expect(poll()).rejects.toMatchObject({ error: "slow_down" });
    const pressed = { user_code: device.user_code, user_id: user.id, authorize: "1" };
    expect((await pressForm(device.verification_uri, pressed)).status).toBe(200);
    const tokens = await poll();
    expect(oauth.getValidatedIdTokenClaims(tokens)).toMatchObject({ sub: user.id, aud: client.client_id });
    const info = await oauth.userInfoRequest(server, client, tokens.access_token, plain);
    expect(await oauth.processUserInfoResponse(server, client, user.id, info)).toMatchObject({
      sub: user.id,
    });
  });

  it("hears of a denial and of an expiry", async () => {
    const denied = await foreign();
    denied.platform.control.tokens.answerDevice(denied.user.id, denied.device.user_code, false);
    await expect(denied.poll()).rejects.toMatchObject({ error: "access_denied" });
    const expired = await foreign();
    await expired.platform.control.clock.advance(300_000);
    await expect(expired.poll()).rejects.toMatchObject({ error: "expired_token" });
  });
});
