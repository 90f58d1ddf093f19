import { describe, expect, it } from "vitest";
import { AuthorizationTokenType, Client } from "../../../lib/index.js";
import { OWN_ID, Scene, TOKEN, TOKEN_LIFE_MS, tokenFacts, user } from "./scene.js";

const { Bearer } = AuthorizationTokenType;
/** Told a minute before the end. */
const NOTICE_MS = TOKEN_LIFE_MS - 60_000;
const ASKED = "GET /oauth2/@me";

async function begin(left = TOKEN_LIFE_MS): Promise<{ scene: Scene; reported: number[] }> {
  const scene = new Scene();
  const reported: number[] = [];
  scene.client.setTokenExpirationCallback(() => reported.push(scene.clock.now()));
  scene.answers.set(ASKED, tokenFacts(left));
  scene.answers.set("GET /users/@me", { body: user(OWN_ID) });
  await scene.ready();
  return { scene, reported };
}

/** Passes time without the gateway giving up: its heartbeats are answered. */
async function pass(scene: Scene, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 40_000) {
    scene.clock.advance(Math.min(left, 40_000));
    scene.main.receive({ op: 11, d: null });
  }
  await scene.turn();
}

const asked = (scene: Scene): number => scene.requests.filter(({ path }) => path === "/oauth2/@me").length;

describe("the expiry of a token", () => {
  it("is notified once, a minute before, by the platform's own time", async () => {
    const { scene, reported } = await begin();
    await pass(scene, NOTICE_MS - 1000);
    expect(reported).toEqual([]);
    await pass(scene, 1000);
    expect(reported).toHaveLength(1);
    await pass(scene, TOKEN_LIFE_MS);
    expect([reported.length, asked(scene), scene.client.getStatus()]).toEqual([1, 1, Client.Status.Ready]);
  });

  it("is notified at once when less time is left", async () => {
    const { reported } = await begin(30_000);
    expect(reported).toHaveLength(1);
  });

  it("is notified again for each updated token, even the same one", async () => {
    const { scene, reported } = await begin(90_000);
    await pass(scene, 31_000);
    scene.answers.set(ASKED, tokenFacts(90_000));
    await scene.client.updateToken(Bearer, "second-token");
    await scene.turn();
    expect(scene.requests.at(-1)?.headers["Authorization"]).toBe("Bearer second-token");
    await pass(scene, 31_000);
    await scene.client.updateToken(Bearer, "second-token");
    await scene.turn();
    await pass(scene, 31_000);
    expect([reported.length, asked(scene)]).toEqual([3, 3]);
  });

  it("is not notified for a token that was replaced in time", async () => {
    const { scene, reported } = await begin(120_000);
    await pass(scene, 30_000);
    scene.answers.set(ASKED, tokenFacts(TOKEN_LIFE_MS));
    await scene.client.updateToken(Bearer, "second-token");
    await pass(scene, 200_000);
    expect(reported).toEqual([]);
  });

  it("is still watched when the replacement is invalid", async () => {
    const { scene, reported } = await begin(120_000);
    scene.answers.set("GET /users/@me", { status: 401, body: { message: "401: Unauthorized", code: 0 } });
    await expect(scene.client.updateToken(Bearer, "bad-token")).rejects.toThrow("401");
    await pass(scene, 61_000);
    expect(reported).toHaveLength(1);
  });

  const disconnect = async (scene: Scene): Promise<void> => {
    scene.client.disconnect();
    await scene.turn();
    scene.main.listener.closed(1000, "");
    await scene.turn();
  };
  const reconnect = async (scene: Scene): Promise<void> => {
    scene.client.connect();
    await scene.turn();
    scene.main.listener.opened();
    scene.main.receive({ op: 10, d: { heartbeat_interval: 41250 } });
    scene.dispatch("READY", { user: user(OWN_ID), session_id: "again", lobbies: [] });
    await scene.turn();
  };

  it("is not notified while disconnected, and watched again when connected, without another request", async () => {
    const { scene, reported } = await begin();
    await disconnect(scene);
    await scene.turn(NOTICE_MS + 10_000);
    expect([scene.client.getStatus(), reported]).toEqual([Client.Status.Disconnected, []]);
    await reconnect(scene);
    expect([reported.length, asked(scene)]).toEqual([1, 1]);
  });

  it("is notified once per token, also across reconnects", async () => {
    const { scene, reported } = await begin(30_000);
    await disconnect(scene);
    await reconnect(scene);
    expect([scene.client.getStatus(), reported.length, asked(scene)]).toEqual([Client.Status.Ready, 1, 1]);
  });

  it("is requested again after a temporary failure", async () => {
    const scene = new Scene();
    scene.answers.set(ASKED, new TypeError("fetch failed"));
    let reported = 0;
    scene.client.on("tokenExpiring", () => (reported += 1));
    await scene.ready();
    scene.answers.set(ASKED, tokenFacts(30_000));
    await pass(scene, 60_000);
    expect([reported, asked(scene)]).toEqual([1, 2]);
  });

  it.each([
    ["a rejection", { status: 404, body: { message: "404: Not Found", code: 0 } }],
    ["no date", { body: {} }],
    ["a date that is none", { body: { expires: "soon" } }],
  ])("is never notified after %s", async (_name, answer) => {
    const scene = new Scene();
    const reported: unknown[] = [];
    scene.client.setTokenExpirationCallback(() => reported.push(1));
    scene.answers.set(ASKED, answer);
    await scene.ready();
    await pass(scene, 600_000);
    expect([reported, asked(scene), scene.logs]).toEqual([[], 1, []]);
  });

  it("waits longer than a timer of the runtime can", async () => {
    const { scene, reported } = await begin(2 ** 31 + 60_000 + 5000);
    await pass(scene, 2 ** 31);
    expect(reported).toEqual([]);
    await pass(scene, 5000);
    expect(reported).toHaveLength(1);
  });

  it("leaves no timer behind a destroyed client, and does not call a removed callback", async () => {
    const { scene, reported } = await begin(90_000);
    scene.client.setTokenExpirationCallback(undefined);
    await pass(scene, 40_000);
    expect(reported).toEqual([]);
    const { scene: other, reported: never } = await begin(90_000);
    other.client.destroy();
    await other.turn();
    expect([other.clock.pending, never]).toEqual([0, []]);
  });
});

describe("the user of a token", () => {
  it("is requested with that token only: without a connection, and nothing is stored", async () => {
    const scene = new Scene();
    scene.answers.set("GET /users/@me", { body: user("7", { global_name: "Ben" }) });
    const { result, id, name } = await scene.client.fetchCurrentUser(Bearer, "another-token");
    expect([result.successful, id, name]).toEqual([true, 7n, "Ben"]);
    expect(scene.requests).toMatchObject([
      { path: "/users/@me", headers: { Authorization: "Bearer another-token" } },
    ]);
    expect([scene.client.isAuthenticated(), scene.client.getUser(7n)]).toEqual([false, undefined]);
  });

  it("is requested with another token while connected, and the client's own token stays", async () => {
    const scene = new Scene();
    await scene.ready();
    scene.answers.set("GET /users/@me", { body: user("7") });
    const names: unknown[] = [];
    scene.client.fetchCurrentUser(Bearer, "another-token", (_result, id, name) => names.push(id, name));
    await scene.turn();
    await scene.turn();
    expect(names).toEqual([7n, "user7"]);
    await scene.client.leaveLobby(1n).catch(() => undefined);
    expect(scene.requests.at(-1)?.headers["Authorization"]).toBe(`Bearer ${TOKEN}`);
    expect(scene.client.getCurrentUserV2()?.id).toBe(5n);
  });

  it.each<[string, unknown, unknown, object]>([
    ["a token that is no good", Bearer, "dead-token", { code: "HTTPError", result: { status: 401 } }],
    ["another kind of token", AuthorizationTokenType.User, "a-token", { code: "ValidationError" }],
    ["no kind of token", 9, "a-token", { code: "ValidationError" }],
    ["no token", Bearer, "", { code: "ValidationError" }],
    ["no text", Bearer, 5, { code: "ValidationError" }],
  ])("fails for %s", async (_name, type, token, expected) => {
    const scene = new Scene();
    const rejection = { message: "401: Unauthorized", code: 0 };
    scene.answers.set("GET /users/@me", { status: 401, body: rejection });
    const asking = scene.client.fetchCurrentUser(type as never, token as never);
    await expect(asking).rejects.toMatchObject(expected);
    expect(scene.requests).toHaveLength(token === "dead-token" ? 1 : 0);
  });

  it("fails when the response is not a user, and the token never appears in a log", async () => {
    const scene = new Scene();
    scene.answers.set("GET /users/@me", { body: { id: "x" } });
    await expect(scene.client.fetchCurrentUser(Bearer, "another-token")).rejects.toMatchObject({
      code: "NetworkError",
    });
    scene.client.leaveLobby(1n, () => {
      throw new Error("thrown with another-token in it");
    });
    await scene.turn();
    expect(scene.logs).toEqual([expect.stringContaining("[secret]")]);
    expect(scene.logs.join()).not.toContain("another-token");
  });
});
