import { describe, expect, it } from "vitest";
import { AuthenticationExternalAuthType, AuthorizationTokenType, ErrorType } from "../../../lib/index.js";
import { EXTERNAL_AUTH_TYPES } from "../../../lib/wire/index.js";
import { Scene, user, OWN_ID } from "./scene.js";

const TOKEN_ROUTE = "POST /partner-sdk/token";
const UNMERGE_ROUTE = "POST /partner-sdk/provisional-accounts/unmerge";
const RENAME_ROUTE = "PATCH /users/@me/account";
const GOOD = { access_token: "guest", token_type: "Bearer", expires_in: 604_800, scope: "sdk.social_layer" };
const { OIDC, AppleIdToken, SteamSessionTicket } = AuthenticationExternalAuthType;

/** The body of the only request. */
function sent({ requests }: Scene): unknown {
  expect(requests).toHaveLength(1);
  return JSON.parse(requests[0]?.body ?? "");
}

describe("getProvisionalToken", () => {
  it("sends the game and the token without authorization, and gives a token without a refresh token", async () => {
    const scene = new Scene();
    scene.answers.set(TOKEN_ROUTE, { body: GOOD });
    const { result, ...value } = await scene.client.getProvisionalToken("7", AppleIdToken, "canary-token");
    expect([result.type, value]).toEqual([
      ErrorType.None,
      {
        accessToken: "guest",
        refreshToken: "",
        tokenType: AuthorizationTokenType.Bearer,
        expiresIn: 604_800,
        scopes: "sdk.social_layer",
      },
    ]);
    expect(sent(scene)).toEqual({
      client_id: "7",
      external_auth_type: "APPLE_ID_TOKEN",
      external_auth_token: "canary-token",
    });
    expect(scene.requests[0]?.headers["authorization"]).toBeUndefined();
  });

  it("has a name on the wire for each type", () => {
    const values = Object.values(AuthenticationExternalAuthType);
    expect(values.map((value) => EXTERNAL_AUTH_TYPES[value])).not.toContain(undefined);
    expect(EXTERNAL_AUTH_TYPES).toHaveLength(values.length);
  });

  it("rejects a response without a token, a type that does not exist, and a token of more than 10,240 characters", async () => {
    const scene = new Scene();
    scene.answers.set(TOKEN_ROUTE, { body: {} });
    const { client } = scene;
    await expect(client.getProvisionalToken(7n, OIDC, "canary-token")).rejects.toMatchObject({
      result: { type: ErrorType.AuthorizationFailed },
    });
    await expect(client.getProvisionalToken(7n, 8 as never, "t")).rejects.toThrow("externalAuthType");
    const tooLong = client.getProvisionalToken(7n, OIDC, "x".repeat(10_241));
    await expect(tooLong).rejects.toThrow(
      "externalAuthToken: expected 1 to 10240 characters, received 10241",
    );
    expect(scene.requests).toHaveLength(1);
  });
});

describe("unmergeIntoProvisionalAccount", () => {
  it("sends the same body to its own route", async () => {
    const scene = new Scene();
    scene.answers.set(UNMERGE_ROUTE, { status: 204 });
    await scene.client.unmergeIntoProvisionalAccount("7", SteamSessionTicket, "canary-token");
    expect(sent(scene)).toEqual({
      client_id: "7",
      external_auth_type: "STEAM_SESSION_TICKET",
      external_auth_token: "canary-token",
    });
  });
});

describe("getTokenFromProvisionalMerge", () => {
  it("adds the token of the other identity to the code's request", async () => {
    const scene = new Scene();
    scene.answers.set("POST /oauth2/token", { body: { ...GOOD, refresh_token: "more" } });
    const { client } = scene;
    const code = ["canary-code", "canary-verifier", "http://127.0.0.1/callback"] as const;
    const tokens = await client.getTokenFromProvisionalMerge(
      "7",
      ...code,
      SteamSessionTicket,
      "canary-token",
    );
    expect(tokens.refreshToken).toBe("more");
    const form = Object.fromEntries(new URLSearchParams(scene.requests[0]?.body));
    expect(form).toMatchObject({
      grant_type: "authorization_code",
      client_id: "7",
      external_auth_type: "STEAM_SESSION_TICKET",
      external_auth_token: "canary-token",
    });
  });
});

describe("updateProvisionalAccountDisplayName", () => {
  it("sends the name of the connected user", async () => {
    const scene = new Scene();
    await scene.ready();
    scene.answers.set(RENAME_ROUTE, { body: user(OWN_ID) });
    scene.requests.length = 0;
    await scene.client.updateProvisionalAccountDisplayName("Sir Lancelot");
    expect(sent(scene)).toEqual({ global_name: "Sir Lancelot" });
  });
});
