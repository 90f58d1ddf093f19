// Session: stored tokens, refresh, guest, asking, and what the platform rejects.
import { describe, expect, it } from "vitest";
import {
  ClientResult,
  ClientResultError,
  ErrorType,
  Session,
  type NewTokens,
  type SessionOptions,
  type StoredTokens,
  type TokenStore,
} from "../../../lib/index.js";
import { waitFor } from "../../support/wait-for.js";
import { Scene, tokenFacts, TOKEN_LIFE_MS, user, OWN_ID } from "./scene.js";

const START = Date.UTC(2030, 0, 1);
const HOUR_MS = 3_600_000;
const REFRESH = "POST /oauth2/token";
const INVALID_GRANT = { status: 400, body: { error: "invalid_grant" } };

/** A store in memory, whose lock is real. */
class MemoryStore implements TokenStore {
  tokens: StoredTokens | undefined;
  saves = 0;
  #last: Promise<unknown> = Promise.resolve();
  constructor(tokens?: StoredTokens) {
    this.tokens = tokens;
  }
  load = (): Promise<StoredTokens | undefined> => Promise.resolve(this.tokens);
  save(tokens: StoredTokens): Promise<void> {
    this.tokens = tokens;
    this.saves += 1;
    return Promise.resolve();
  }
  clear(): Promise<void> {
    this.tokens = undefined;
    return Promise.resolve();
  }
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work);
    this.#last = next.catch(() => undefined);
    return next;
  }
}

const account = (change: Partial<StoredTokens> = {}): StoredTokens => ({
  kind: "account",
  accessToken: "stored-access",
  refreshToken: "stored-refresh",
  expiresAt: START + TOKEN_LIFE_MS,
  renewAt: START + TOKEN_LIFE_MS - HOUR_MS,
  scopes: "openid",
  ...change,
});

const DUE = { renewAt: START };
const EXPIRED = { renewAt: START - 2, expiresAt: START - 1 };

const answerOf = (name: string) => ({
  body: {
    access_token: `${name}-access`,
    refresh_token: `${name}-refresh`,
    token_type: "Bearer",
    expires_in: 604_800,
    scope: "openid",
  },
});

const given = (name: string, change: Partial<NewTokens> = {}): NewTokens => ({
  accessToken: `${name}-access`,
  expiresIn: 604_800,
  ...change,
});

function begin(tokens: StoredTokens | undefined, options: Partial<SessionOptions> = {}) {
  const scene = new Scene();
  scene.answers.set("GET /users/@me", { body: user(OWN_ID) });
  scene.answers.set("GET /oauth2/@me", tokenFacts(TOKEN_LIFE_MS));
  const store = (options.tokenStore as MemoryStore | undefined) ?? new MemoryStore(tokens);
  const startMs = scene.clock.now();
  const session = new Session(scene.client, {
    tokenStore: store,
    applicationId: "7",
    clock: scene.clock,
    unixNow: () => START + scene.clock.now() - startMs,
    ...options,
  });
  const events: string[] = [];
  session.on("deauthorized", () => events.push("deauthorized"));
  session.on("relinkNeeded", () => events.push("relinkNeeded"));
  session.on("failed", () => events.push("failed"));
  const refreshes = (): number => scene.requests.filter(({ path }) => path === "/oauth2/token").length;
  return { scene, store, session, events, refreshes };
}

/** The gateway rejects the token of the newest connection. */
async function reject(scene: Scene): Promise<void> {
  scene.main.listener.opened();
  scene.main.listener.closed(4004, "");
  await scene.turn();
}

async function connecting(scene: Scene, count: number): Promise<void> {
  await waitFor("the socket", () => scene.network.sockets.length >= count);
}

describe("start", () => {
  it("uses stored tokens without a refresh, and connects", async () => {
    const { scene, session, refreshes } = begin(account());
    expect(await session.start()).toBe("account");
    await connecting(scene, 1);
    expect(refreshes()).toBe(0);
    session.stop();
  });

  it.each([
    ["are due", DUE],
    ["have expired", EXPIRED],
  ])("refreshes stored tokens that %s, and stores the new ones", async (_claim, change) => {
    const { scene, store, session, refreshes } = begin(account(change));
    scene.answers.set(REFRESH, answerOf("new"));
    expect(await session.start()).toBe("account");
    expect(refreshes()).toBe(1);
    expect(scene.requests[0]?.body).toContain("client_id=7");
    expect(scene.requests[0]?.body).toContain("refresh_token=stored-refresh");
    expect(store.tokens).toMatchObject({
      accessToken: "new-access",
      refreshToken: "new-refresh",
      expiresAt: START + TOKEN_LIFE_MS,
      renewAt: START + TOKEN_LIFE_MS - HOUR_MS,
    });
    session.stop();
  });

  it("signs in a guest, whose refresh token it never uses; then asks the player", async () => {
    const guest = begin(undefined, { guest: () => Promise.resolve(given("guest")) });
    expect(await guest.session.start()).toBe("guest");
    expect(guest.store.tokens).toMatchObject({
      kind: "guest",
      accessToken: "guest-access",
      refreshToken: "",
    });
    const asked = begin(undefined, {
      interactive: () => Promise.resolve(given("asked", { refreshToken: "r" })),
    });
    expect(await asked.session.start()).toBe("account");
    expect(asked.store.tokens).toMatchObject({ kind: "account", refreshToken: "r" });
    for (const { session } of [guest, asked]) session.stop();
  });

  it("asks the player when the guest is linked to an account (530010), and passes other failures on", async () => {
    const failing = (errorCode: number) => () => {
      const result = new ClientResult();
      result.type = ErrorType.HTTPError;
      result.errorCode = errorCode;
      result.successful = false;
      return Promise.reject(new ClientResultError(result));
    };
    const linked = begin(undefined, {
      guest: failing(530_010),
      interactive: () => Promise.resolve(given("asked")),
    });
    expect(await linked.session.start()).toBe("account");
    const broken = begin(undefined, {
      guest: failing(530_000),
      interactive: () => Promise.resolve(given("asked")),
    });
    await expect(broken.session.start()).rejects.toMatchObject({ result: { errorCode: 530_000 } });
    for (const { session } of [linked, broken]) session.stop();
  });

  it("says so when nobody can be signed in, and can be called again", async () => {
    const { store, session, events } = begin(undefined);
    await expect(session.start()).rejects.toMatchObject({ code: "SIGN_IN_NEEDED" });
    expect(events).toEqual(["relinkNeeded"]);
    store.tokens = account();
    expect(await session.start()).toBe("account");
    session.stop();
  });

  it("deletes tokens whose grant has ended, and falls to the guest", async () => {
    const { scene, store, session, events } = begin(account(EXPIRED), {
      guest: () => Promise.resolve(given("guest")),
    });
    scene.answers.set(REFRESH, INVALID_GRANT);
    expect(await session.start()).toBe("guest");
    expect([events, store.tokens?.kind]).toEqual([["deauthorized"], "guest"]);
    session.stop();
  });

  it("uses tokens that are still valid while the platform cannot be reached, and keeps all others", async () => {
    const due = begin(account(DUE));
    due.scene.answers.set(REFRESH, new Error("no network"));
    expect(await due.session.start()).toBe("account");
    expect(due.events).toEqual(["failed"]);
    const expired = begin(account(EXPIRED));
    expired.scene.answers.set(REFRESH, new Error("no network"));
    await expect(expired.session.start()).rejects.toMatchObject({ result: { type: ErrorType.NetworkError } });
    expect(expired.store.tokens?.refreshToken).toBe("stored-refresh");
    for (const { session } of [due, expired]) session.stop();
  });
});

describe("in the background", () => {
  it("refreshes an hour ahead, and again", async () => {
    const { scene, store, session, refreshes } = begin(account());
    await session.start();
    scene.answers.set(REFRESH, answerOf("new"));
    await scene.turn(TOKEN_LIFE_MS - HOUR_MS - 1);
    expect(refreshes()).toBe(0);
    await scene.turn(1);
    expect([refreshes(), store.tokens?.accessToken]).toEqual([1, "new-access"]);
    scene.answers.set(REFRESH, answerOf("newer"));
    await scene.turn(TOKEN_LIFE_MS - HOUR_MS);
    expect([refreshes(), store.tokens?.accessToken]).toEqual([2, "newer-access"]);
    session.stop();
    await scene.turn(2 * TOKEN_LIFE_MS);
    expect(refreshes()).toBe(2);
  });

  it("renews tokens with a short life after half of it, not in a loop", async () => {
    let count = 0;
    const guest = (): Promise<NewTokens> => {
      count += 1;
      return Promise.resolve(given(`guest${String(count)}`, { expiresIn: 600 }));
    };
    const { scene, session } = begin(undefined, { guest });
    await session.start();
    await scene.turn(299_999);
    expect(count).toBe(1);
    await scene.turn(1);
    expect(count).toBe(2);
    session.stop();
  });

  it("tries again after failures, later and later, and reports each", async () => {
    const { scene, session, events, refreshes } = begin(account({ renewAt: START + 1000 }));
    await session.start();
    scene.answers.set(REFRESH, { status: 503, body: {} });
    await scene.turn(1000);
    await scene.turn(999);
    expect(refreshes()).toBe(1);
    await scene.turn(1);
    await scene.turn(2000);
    expect([refreshes(), events]).toEqual([3, ["failed", "failed", "failed"]]);
    scene.answers.set(REFRESH, answerOf("new"));
    await scene.turn(4000);
    expect(refreshes()).toBe(4);
    await scene.turn(HOUR_MS);
    expect(refreshes()).toBe(4);
    session.stop();
  });

  it("does not connect a client that the game has disconnected", async () => {
    const { scene, session } = begin(account({ renewAt: START + 1000 }));
    await session.start();
    await connecting(scene, 1);
    scene.client.disconnect();
    await scene.turn();
    const before = scene.network.sockets.length;
    scene.answers.set(REFRESH, answerOf("new"));
    await scene.turn(1000);
    expect(scene.network.sockets.length).toBe(before);
    session.stop();
  });
});

describe("a token that the gateway rejects (4004)", () => {
  it("is refreshed, and the client connects again", async () => {
    const { scene, store, session, events, refreshes } = begin(account());
    await session.start();
    await connecting(scene, 1);
    scene.answers.set(REFRESH, answerOf("new"));
    await reject(scene);
    await connecting(scene, 2);
    expect([refreshes(), store.tokens?.accessToken, events]).toEqual([1, "new-access", []]);
    session.stop();
  });

  it("is replaced by the one that another process has stored", async () => {
    const { scene, store, session, refreshes } = begin(account());
    await session.start();
    await connecting(scene, 1);
    store.tokens = account({ accessToken: "others-access" });
    await reject(scene);
    await connecting(scene, 2);
    expect(refreshes()).toBe(0);
    session.stop();
  });

  it("ends the sign-in when the grant has ended", async () => {
    const { scene, store, session, events } = begin(account());
    await session.start();
    await connecting(scene, 1);
    scene.answers.set(REFRESH, INVALID_GRANT);
    await reject(scene);
    await waitFor("the events", () => events.length === 2);
    expect([events, store.tokens]).toEqual([["deauthorized", "relinkNeeded"], undefined]);
    await scene.turn(2 * TOKEN_LIFE_MS);
    expect(events).toHaveLength(2);
    session.stop();
  });

  it("is not renewed for ever when each new one is rejected too", async () => {
    const { scene, session, events, refreshes } = begin(account());
    await session.start();
    for (let round = 1; round <= 3; round += 1) {
      await connecting(scene, round);
      scene.answers.set(REFRESH, answerOf(`new${String(round)}`));
      await reject(scene);
    }
    await waitFor("the event", () => events.includes("relinkNeeded"));
    await scene.turn(HOUR_MS);
    expect([refreshes(), events]).toEqual([2, ["relinkNeeded"]]);
    session.stop();
  });
});

describe("several sessions of one store", () => {
  it("refresh once: the others take the result", async () => {
    const store = new MemoryStore(account(DUE));
    const all = Array.from({ length: 5 }, () => begin(undefined, { tokenStore: store }));
    for (const { scene } of all) scene.answers.set(REFRESH, answerOf("new"));
    await Promise.all(all.map(({ session }) => session.start()));
    expect(all.reduce((sum, { refreshes }) => sum + refreshes(), 0)).toBe(1);
    expect([store.saves, store.tokens?.accessToken]).toEqual([1, "new-access"]);
    for (const { session } of all) session.stop();
  });

  it("take newer tokens also when a lock failed and the refresh token was used by another", async () => {
    const { scene, store, session, events } = begin(account(DUE));
    scene.answers.set(REFRESH, INVALID_GRANT);
    const load = store.load;
    let loads = 0;
    store.load = () => {
      loads += 1;
      if (loads === 3) store.tokens = account({ accessToken: "winners", refreshToken: "winners-refresh" });
      return load();
    };
    expect(await session.start()).toBe("account");
    expect([events, store.tokens?.accessToken]).toEqual([[], "winners"]);
    session.stop();
  });
});

describe("signIn, signOut and stop", () => {
  it("signIn links a guest to an account", async () => {
    const { store, session } = begin(undefined, {
      guest: () => Promise.resolve(given("guest")),
      interactive: () => Promise.resolve(given("account", { refreshToken: "r" })),
    });
    expect(await session.start()).toBe("guest");
    await session.signIn();
    expect(store.tokens).toMatchObject({ kind: "account", accessToken: "account-access" });
    session.stop();
  });

  it("signIn changes nothing when the player cancels, and needs a way to ask", async () => {
    const { store, session } = begin(account(), {
      interactive: () => Promise.reject(new Error("cancelled")),
    });
    await session.start();
    await expect(session.signIn()).rejects.toThrow("cancelled");
    expect(store.tokens?.accessToken).toBe("stored-access");
    const other = begin(account());
    await expect(other.session.signIn()).rejects.toThrow("interactive");
    for (const one of [session, other.session]) one.stop();
  });

  it("signOut revokes and deletes the tokens", async () => {
    const { scene, store, session } = begin(account());
    scene.answers.set("POST /oauth2/token/revoke", { body: {} });
    await session.start();
    await session.signOut();
    expect(scene.requests.map(({ path }) => path)).toContain("/oauth2/token/revoke");
    expect(store.tokens).toBeUndefined();
    session.stop();
  });

  it("a stopped session does nothing any more", async () => {
    const { session } = begin(account());
    session.stop();
    session[Symbol.dispose]();
    await expect(session.start()).rejects.toMatchObject({ code: "SESSION_STOPPED" });
  });

  it.each<[string, object]>([
    ["tokenStore", { tokenStore: undefined }],
    ["tokenStore.exclusively", { tokenStore: { load() {}, save() {}, clear() {} } }],
    ["applicationId", { applicationId: "game" }],
    ["guest", { guest: "guest" }],
    ["interactive", { interactive: 5 }],
    ["refreshAheadMs", { refreshAheadMs: -1 }],
  ])("rejects an invalid %s by name", (name, change) => {
    const { scene } = begin(account());
    const options = { tokenStore: new MemoryStore(), ...change } as unknown as SessionOptions;
    expect(() => new Session(scene.client, options)).toThrow(name);
  });

  it("needs an application", async () => {
    const { session } = begin(account(DUE), { applicationId: undefined as never });
    await expect(session.start()).rejects.toThrow("applicationId");
    session.stop();
  });
});
