import { expect, it } from "vitest";
import { ClientStatus, type SessionClient, type StoredTokens, type TokenStore } from "sdkpp";
import { SignIn } from "../../../packages/electron/main/sign-in.js";
import { settle, VirtualClock } from "../../support/virtual-clock.js";

const TOKENS: StoredTokens = {
  kind: "account",
  accessToken: "stored",
  refreshToken: "refresh",
  expiresAt: Number.MAX_SAFE_INTEGER,
  renewAt: Number.MAX_SAFE_INTEGER,
  scopes: "openid",
};

/** @param load as of a token store */
function scene(load: () => Promise<StoredTokens | undefined>) {
  const clock = new VirtualClock();
  const did: string[] = [];
  const client: SessionClient = {
    updateToken: (_type, token) => Promise.resolve(did.push(`token ${token}`)),
    connect: () => did.push("connect"),
    disconnect: () => did.push("disconnect"),
    getStatus: () => ClientStatus.Disconnected,
    isValid: () => true,
    getApplicationId: () => 7n,
    refreshToken: () => Promise.reject(new Error("not asked")),
    revokeToken: () => Promise.resolve(did.push("revoke")),
    on: () => ({ dispose: () => undefined, [Symbol.dispose]: () => undefined }),
  };
  const tokenStore: TokenStore = {
    load,
    save: () => Promise.resolve(),
    clear: () => Promise.resolve(void did.push("clear")),
    exclusively: (work) => work(),
  };
  const signIn = new SignIn({
    client,
    tokenStore,
    clock,
    guest: undefined,
    abort: () => did.push("abort"),
    ask: () => {
      did.push("ask");
      return Promise.resolve({ accessToken: "asked", refreshToken: "refresh", expiresIn: 3600 });
    },
    events: {
      relinkNeeded: () => did.push("relinkNeeded"),
      deauthorized: () => did.push("deauthorized"),
      failed: (error) => did.push((error as Error).message),
    },
  });
  return { signIn, did, clock };
}

it("signs in with what is stored", async () => {
  const { signIn, did } = scene(() => Promise.resolve(TOKENS));
  await signIn.resume();
  expect(did).toEqual(["token stored", "connect"]);
  signIn.close();
});

it("asks the player only when that is asked for", async () => {
  const { signIn, did } = scene(() => Promise.resolve(undefined));
  await signIn.resume();
  expect(did).toEqual(["relinkNeeded"]);
  await signIn.signIn();
  expect(did.slice(1)).toEqual(["abort", "ask", "token asked", "connect"]);
  await signIn.signOut();
  expect(did.slice(5)).toEqual(["clear", "disconnect", "revoke"]);
  signIn.close();
});

it("asks nobody while stored tokens are tried, and once for each call", async () => {
  const { signIn, did } = scene(() => Promise.resolve(undefined));
  void signIn.resume();
  await Promise.all([signIn.signIn(), signIn.signIn()]);
  expect(did.filter((one) => one === "ask")).toHaveLength(2);
  expect(did[0]).toBe("relinkNeeded");
  signIn.close();
});

it("tries again until the store could be read, after pauses that double", async () => {
  let failures = 3;
  const { signIn, did, clock } = scene(() => {
    failures -= 1;
    return failures >= 0 ? Promise.reject(new Error("locked")) : Promise.resolve(TOKENS);
  });
  await signIn.resume();
  for (const pauseMs of [1000, 2000, 4000]) {
    const before = did.length;
    clock.advance(pauseMs - 1);
    await settle();
    expect(did).toHaveLength(before);
    clock.advance(1);
    await settle();
  }
  expect(did).toEqual(["locked", "locked", "locked", "token stored", "connect"]);
  signIn.close();
});

it("tries nothing more once it is closed", async () => {
  const { signIn, clock } = scene(() => Promise.reject(new Error("locked")));
  await signIn.resume();
  signIn.close();
  expect(clock.pending).toBe(0);
});
