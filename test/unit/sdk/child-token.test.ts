import { describe, expect, it } from "vitest";
import { AuthorizationTokenType, ErrorType } from "../../../lib/index.js";
import { Scene } from "./scene.js";

const ROUTE = "POST /partner-sdk/child-token";
const GOOD = { access_token: "child", token_type: "Bearer", expires_in: 3600, scope: "openid" };

describe("exchangeChildToken", () => {
  it("sends the parent token and the game, and gives the token without a refresh token", async () => {
    const scene = new Scene();
    scene.answers.set(ROUTE, { body: { ...GOOD, refresh_token: "never sent" } });
    const { result, ...value } = await scene.client.exchangeChildToken("canary-token", "7");
    expect([result.type, value]).toEqual([
      ErrorType.None,
      { accessToken: "child", tokenType: AuthorizationTokenType.Bearer, expiresIn: 3600, scopes: "openid" },
    ]);
    expect(JSON.parse(scene.requests[0]?.body ?? "")).toEqual({
      parent_access_token: "canary-token",
      child_application_id: "7",
    });
  });

  it("rejects a response without a token, and an argument that is no id", async () => {
    const scene = new Scene();
    scene.answers.set(ROUTE, { body: {} });
    await expect(scene.client.exchangeChildToken("canary-token", 7n)).rejects.toMatchObject({
      result: { type: ErrorType.AuthorizationFailed },
    });
    await expect(scene.client.exchangeChildToken("canary-token", "game")).rejects.toThrow(
      "childApplicationId",
    );
    await expect(scene.client.exchangeChildToken(5 as never, 7n)).rejects.toThrow("parentApplicationToken");
  });
});
