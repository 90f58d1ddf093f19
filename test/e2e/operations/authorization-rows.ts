import { AuthorizationArgs, AuthorizationTokenType, Client, DeviceAuthorizationArgs, ErrorType } from "sdkpp";
import { expect } from "vitest";
import { fails, failsAfter, isInvalid, row, type FailureRow, type OperationRow } from "./row.js";
import { answerDevice, answerPage, browseAgain, type Scene } from "./scene.js";
import {
  asked,
  BAD_REQUEST,
  expectTokens,
  freshCode,
  gameOf,
  holder,
  NO_TOKENS,
  onDevice,
  type Code,
} from "./sign-in.js";

const { HTTPError, Aborted, AuthorizationFailed } = ErrorType;
const UNAUTHORIZED = { type: HTTPError, status: 401 };

const pairOf = (scene: Scene, userId = scene.ada.userId) =>
  scene.platform.control.tokens.issue(gameOf(scene), String(userId), Client.getDefaultCommunicationScopes());

/** An application whose secret is required, which players' clients do not have. */
const confidential = (scene: Scene): string =>
  scene.platform.control.applications.create({ name: "server's", isPublic: false, secret: "s" }).id;

/** The player answers the page differently. */
function browsing(
  browse: (url: string, scene: Scene) => Promise<void>,
  scopes?: string,
): Pick<FailureRow, "arrange" | "undo"> {
  return {
    arrange: (scene) => {
      scene.ada.browse = (url) => browse(url, scene);
      const { args } = asked(scene);
      args.scopes = scopes ?? args.scopes;
      return (last) => scene.ada.client.authorize(args, last as never);
    },
    undo: browseAgain,
  };
}

const authorize = row({
  name: "authorize",
  prepare: asked,
  start: (client, { args }, last) => client.authorize(args, last as never),
  effect: async (scene, { verifier }, [code, redirectUri]) => {
    const tokens = await scene.ben.client.getToken(
      gameOf(scene),
      String(code),
      verifier,
      String(redirectUri),
    );
    expect(await holder(scene, tokens.accessToken)).toBe(scene.ada.userId);
  },
  defaults: ["", ""],
  unready: "works",
  failures: [
    {
      claim: "the player presses Cancel",
      ...browsing((url) => answerPage(url, { cancel: "1" })),
      expected: { type: Aborted },
    },
    {
      claim: "the game gives up",
      ...browsing(async (_url, scene) => scene.ada.client.abortAuthorize()),
      expected: { type: Aborted },
    },
    {
      claim: "no browser",
      ...browsing(() => Promise.reject(new Error("no browser"))),
      expected: { type: AuthorizationFailed },
    },
    {
      claim: "a scope that there is not",
      ...browsing(async (url) => void (await fetch(url)), "openid everything"),
      expected: { type: AuthorizationFailed },
    },
    {
      claim: "nobody answers in five minutes",
      ...browsing(async (_url, { ada }) => ada.clock.keepEarly(300_000)),
      expected: { type: AuthorizationFailed },
    },
    isInvalid("no scopes", ({ ada }, last) => ada.client.authorize(new AuthorizationArgs(), last)),
  ],
} satisfies OperationRow<ReturnType<typeof asked>>);

const getToken = row({
  name: "getToken",
  prepare: async (scene: Scene) => ({ ...(await freshCode(scene)), game: gameOf(scene) }),
  start: (client, { game, code, verifier, redirectUri }, last) =>
    client.getToken(game, code, verifier, redirectUri, last as never),
  effect: (scene, _given, values) => expectTokens(scene, values),
  defaults: NO_TOKENS,
  route: "POST /oauth2/token",
  unready: "works",
  failures: [
    fails("a code that there is not", BAD_REQUEST, (scene, last) =>
      scene.ada.client.getToken(gameOf(scene), "none", "v".repeat(43), "http://127.0.0.1/callback", last),
    ),
    failsAfter("a code that was used", BAD_REQUEST, async (scene) => {
      const { code, verifier, redirectUri } = await freshCode(scene);
      await scene.ben.client.getToken(gameOf(scene), code, verifier, redirectUri);
      return (last) => scene.ada.client.getToken(gameOf(scene), code, verifier, redirectUri, last as never);
    }),
    failsAfter("the verifier of another pair", BAD_REQUEST, async (scene) => {
      const { code, redirectUri } = await freshCode(scene);
      const { verifier } = asked(scene);
      return (last) => scene.ada.client.getToken(gameOf(scene), code, verifier, redirectUri, last as never);
    }),
    failsAfter("another redirect", BAD_REQUEST, async (scene) => {
      const { code, verifier, redirectUri } = await freshCode(scene);
      return (last) =>
        scene.ada.client.getToken(gameOf(scene), code, verifier, `${redirectUri}/`, last as never);
    }),
    fails("an application that keeps its secret on a server", UNAUTHORIZED, (scene, last) =>
      scene.ada.client.getToken(
        confidential(scene),
        "none",
        "v".repeat(43),
        "http://127.0.0.1/callback",
        last,
      ),
    ),
    isInvalid("no id of an application", ({ ada }, last) =>
      ada.client.getToken("game", "code", "verifier", "uri", last),
    ),
  ],
} satisfies OperationRow<Code & { game: string }>);

const refreshToken = row({
  name: "refreshToken",
  prepare: (scene: Scene) => ({ refresh: pairOf(scene).refresh_token ?? "", game: gameOf(scene) }),
  start: (client, { game, refresh }, last) => client.refreshToken(game, refresh, last as never),
  effect: async (scene, { game, refresh }, values) => {
    await expectTokens(scene, values);
    await expect(scene.ben.client.refreshToken(game, refresh)).rejects.toMatchObject({
      result: { status: 400 },
    });
  },
  defaults: NO_TOKENS,
  route: "POST /oauth2/token",
  unready: "works",
  failures: [
    fails("a token that is revoked, used or was never given", BAD_REQUEST, (scene, last) =>
      scene.ada.client.refreshToken(gameOf(scene), "old", last),
    ),
    fails("an application that keeps its secret on a server", UNAUTHORIZED, (scene, last) =>
      scene.ada.client.refreshToken(confidential(scene), "old", last),
    ),
  ],
} satisfies OperationRow<{ refresh: string; game: string }>);

const revokeToken = row({
  name: "revokeToken",
  // Revokes all tokens of the user, which must therefore not be one of the players.
  prepare: (scene: Scene) => ({
    token: pairOf(scene, BigInt(scene.stranger())).access_token,
    game: gameOf(scene),
  }),
  start: (client, { game, token }, last) => client.revokeToken(game, token, last as never),
  effect: async (scene, { token }) => {
    await expect(holder(scene, token)).rejects.toMatchObject({ result: { status: 401 } });
  },
  defaults: [],
  route: "POST /oauth2/token/revoke",
  unready: "works",
  failures: [
    fails("an application that keeps its secret on a server", UNAUTHORIZED, (scene, last) =>
      scene.ada.client.revokeToken(confidential(scene), "token", last),
    ),
  ],
} satisfies OperationRow<{ token: string; game: string }>);

const updateToken = row({
  name: "updateToken",
  prepare: (scene: Scene) => ({ token: pairOf(scene).access_token }),
  start: (client, { token }, last) => client.updateToken(AuthorizationTokenType.Bearer, token, last as never),
  effect: async ({ ada }, { token }) => {
    expect(ada.client.getStatus()).toBe(Client.Status.Ready);
    await ada.client.getUserGuilds();
    expect(ada.bearer).toBe(token);
  },
  defaults: [],
  route: "GET /users/@me",
  unready: "works",
  failures: [
    fails("a token that nobody gave", UNAUTHORIZED, ({ ada }, last) =>
      ada.client.updateToken(AuthorizationTokenType.Bearer, "stolen", last),
    ),
    isInvalid("a token of another kind", ({ ada }, last) =>
      ada.client.updateToken(AuthorizationTokenType.User, ada.token, last),
    ),
  ],
} satisfies OperationRow<{ token: string }>);

const fetchCurrentUser = row({
  name: "fetchCurrentUser",
  prepare: ({ ben }: Scene) => ({ token: ben.token }),
  start: (client, { token }, last) =>
    client.fetchCurrentUser(AuthorizationTokenType.Bearer, token, last as never),
  effect: ({ ben }, _given, [id, name]) => {
    expect([id, name]).toEqual([ben.userId, ben.client.getCurrentUserV2()?.displayName]);
  },
  defaults: [0n, ""],
  route: "GET /users/@me",
  unready: "works",
  failures: [
    fails("a token that nobody gave", UNAUTHORIZED, ({ ada }, last) =>
      ada.client.fetchCurrentUser(AuthorizationTokenType.Bearer, "stolen", last),
    ),
    isInvalid("no token", ({ ada }, last) =>
      ada.client.fetchCurrentUser(AuthorizationTokenType.Bearer, "", last),
    ),
    isInvalid("a token of another kind", ({ ada }, last) =>
      ada.client.fetchCurrentUser(AuthorizationTokenType.User, "token", last),
    ),
  ],
} satisfies OperationRow<{ token: string }>);

const getTokenFromDevice = row({
  name: "getTokenFromDevice",
  prepare: (scene: Scene) => onDevice(scene),
  start: (client, args, last) => client.getTokenFromDevice(args, last as never),
  effect: (scene, _given, values) => expectTokens(scene, values),
  defaults: NO_TOKENS,
  route: "POST /oauth2/device/authorize",
  unready: "works",
  failures: [
    failsAfter(
      "the player presses Cancel",
      { type: Aborted },
      (scene) => {
        const { ada } = scene;
        ada.browse = (url) => answerDevice(url, { user_id: String(ada.userId), cancel: "1" }, ada.clock);
        return (last) => ada.client.getTokenFromDevice(onDevice(scene), last as never);
      },
      browseAgain,
    ),
    failsAfter(
      "the game gives up",
      { type: Aborted },
      (scene) => {
        const { ada } = scene;
        ada.browse = () => Promise.resolve(ada.client.abortGetTokenFromDevice());
        return (last) => ada.client.getTokenFromDevice(onDevice(scene), last as never);
      },
      browseAgain,
    ),
    failsAfter(
      "nobody answers in five minutes",
      { type: AuthorizationFailed },
      (scene) => {
        const { ada } = scene;
        ada.browse = () => Promise.resolve(ada.clock.keepEarly(300_000));
        return (last) => ada.client.getTokenFromDevice(onDevice(scene), last as never);
      },
      browseAgain,
    ),
    fails("an application that keeps its secret on a server", UNAUTHORIZED, (scene, last) =>
      scene.ada.client.getTokenFromDevice(onDevice(scene, confidential(scene)), last),
    ),
    isInvalid("no scopes", ({ ada }, last) =>
      ada.client.getTokenFromDevice(new DeviceAuthorizationArgs(), last),
    ),
  ],
} satisfies OperationRow<DeviceAuthorizationArgs>);

/** A publisher with a game, and a token of Ben for the parent application. */
function published({ platform, ben }: Scene): { token: string; game: string } {
  const { control } = platform;
  const [parent, game] = ["publisher", "published"].map(
    (name) => control.applications.create({ name }).id,
  ) as [string, string];
  control.applications.setParent(game, parent);
  const scopes = Client.getDefaultCommunicationScopes();
  return { token: control.tokens.issue(parent, String(ben.userId), scopes).access_token, game };
}

const exchangeChildToken = row({
  name: "exchangeChildToken",
  prepare: published,
  start: (client, { token, game }, last) => client.exchangeChildToken(token, game, last as never),
  effect: async (scene, _given, [accessToken, tokenType, expiresIn, scopes]) => {
    expect(await holder(scene, accessToken)).toBe(scene.ben.userId);
    expect([tokenType, scopes]).toEqual([
      AuthorizationTokenType.Bearer,
      Client.getDefaultCommunicationScopes(),
    ]);
    expect(Number(expiresIn)).toBeGreaterThan(604_000);
  },
  defaults: ["", AuthorizationTokenType.Bearer, 0, ""],
  route: "POST /partner-sdk/child-token",
  unready: "works",
  failures: [
    fails("an invalid parent token", { ...UNAUTHORIZED, errorCode: 50_025 }, (scene, last) =>
      scene.ada.client.exchangeChildToken("stolen", published(scene).game, last),
    ),
    fails("a game of another publisher", { type: HTTPError, status: 403, errorCode: 20_012 }, (scene, last) =>
      scene.ada.client.exchangeChildToken(published(scene).token, published(scene).game, last),
    ),
    isInvalid("no id of a game", ({ ada }, last) => ada.client.exchangeChildToken("token", "game", last)),
  ],
} satisfies OperationRow<{ token: string; game: string }>);

export const authorizationRows = [
  exchangeChildToken,
  authorize,
  getToken,
  getTokenFromDevice,
  refreshToken,
  revokeToken,
  updateToken,
  fetchCurrentUser,
];
