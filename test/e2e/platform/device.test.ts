// The device grant over HTTP: its page, its operations of a login, and what strangers get at these doors.
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Platform } from "@sdkpp/platform";
import { DEVICE_GRANT_TYPE } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { hiddenFields, pressForm } from "../../support/press-form.js";
import { platformForTest, player } from "./support-platform.js";

interface Started {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  expires_in: number;
  interval: number;
}

function form(platform: Platform, path: string, fields: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams({ client_id: platform.seeded.applicationId, ...fields });
  return fetch(`${platform.endpoints.apiBase}/v10/oauth2${path}`, { method: "POST", body });
}

async function start(platform: Platform): Promise<Started> {
  const response = await form(platform, "/device/authorize", { scope: "openid sdk.social_layer" });
  expect(response.status).toBe(200);
  return (await response.json()) as Started;
}

/** The error of a poll; undefined with tokens. */
async function poll(platform: Platform, { device_code }: Started): Promise<string | undefined> {
  const response = await form(platform, "/token", { grant_type: DEVICE_GRANT_TYPE, device_code });
  return ((await response.json()) as { error?: string }).error;
}

/** Asks as a login; undefined: without one. */
async function ask(
  platform: Platform,
  operation: "verify" | "finish",
  authorization: string | undefined,
  json: unknown,
) {
  const response = await fetch(`${platform.endpoints.apiBase}/v10/oauth2/device/${operation}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(authorization === undefined ? {} : { authorization }),
    },
    body: JSON.stringify(json),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : (JSON.parse(text) as unknown) };
}

const AUTHORIZE = { authorize: "1" };

describe("the page where a code is typed", () => {
  it("shows the form, then what the device asks for, and signs it in", async () => {
    const platform = await platformForTest();
    const [ada] = platform.seeded.userIds;
    const started = await start(platform);
    expect(started).toMatchObject({ expires_in: 300, interval: 5 });
    expect(started.verification_uri).toBe(`${platform.endpoints.webBase}/activate`);
    const page = await fetch(started.verification_uri_complete);
    const html = await page.text();
    expect(html).toContain(`value="${started.user_code}"`);
    expect(html).not.toContain("<script");
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    const consent = await pressForm(started.verification_uri, { user_code: started.user_code.toLowerCase() });
    const question = await consent.text();
    expect(question).toContain("Seeded Game wants to use your account");
    expect(question).toContain("voice chat");
    expect(await poll(platform, started)).toBe("authorization_pending");
    const body = new URLSearchParams({ ...hiddenFields(question), user_id: ada, ...AUTHORIZE });
    const answered = await fetch(started.verification_uri, { method: "POST", body });
    expect(await answered.text()).toContain("Your device is signed in");
    expect(await poll(platform, started)).toBeUndefined();
  });

  it("denies a device", async () => {
    const platform = await platformForTest();
    const started = await start(platform);
    const pressed = { user_code: started.user_code, user_id: platform.seeded.userIds[0], cancel: "1" };
    expect(await (await pressForm(started.verification_uri, pressed)).text()).toContain("is not signed in");
    expect(await poll(platform, started)).toBe("access_denied");
  });

  it("rejects wrong codes with the form and a reason, and after 20 of them all codes for a while", async () => {
    const platform = await platformForTest();
    const started = await start(platform);
    const typed = (code: string): Promise<Response> =>
      pressForm(started.verification_uri, { user_code: code });
    for (let guess = 0; guess < 20; guess += 1) {
      const answer = await typed(`AAAA00${String(guess).padStart(2, "0")}`);
      expect([answer.status, (await answer.text()).includes("This code is not valid")]).toEqual([404, true]);
    }
    const pressed = { user_code: started.user_code, user_id: platform.seeded.userIds[0], ...AUTHORIZE };
    expect((await typed(started.user_code)).status).toBe(429);
    expect((await pressForm(started.verification_uri, pressed)).status).toBe(429);
    expect(await poll(platform, started)).toBe("authorization_pending");
    await platform.control.clock.advance(300_000);
    const later = await start(platform);
    expect((await typed(later.user_code)).status).toBe(200);
  });

  it("never looks up a code in its address, so that links of other sites cannot guess", async () => {
    const platform = await platformForTest();
    const started = await start(platform);
    for (let guess = 0; guess < 30; guess += 1)
      await fetch(`${started.verification_uri}?user_code=GUESS${guess}`);
    const found = await pressForm(started.verification_uri, { user_code: started.user_code });
    expect([found.status, await poll(platform, started)]).toEqual([200, "authorization_pending"]);
  });

  it.each<[string, Record<string, string>, boolean]>([
    ["from its own page", { "sec-fetch-site": "same-origin", origin: "OWN" }, true],
    ["from another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }, false],
    ["from the same host with another port", { origin: "http://127.0.0.1:1" }, false],
    ["from an origin that hides", { origin: "null" }, false],
  ])("takes its form only from itself: sent %s", async (_claim, headers, isTaken) => {
    const platform = await platformForTest();
    const { webBase } = platform.endpoints;
    const named = Object.entries(headers).map(([name, value]) => [name, value.replace("OWN", webBase)]);
    const started = await start(platform);
    const pressed = { user_code: started.user_code, user_id: platform.seeded.userIds[0], ...AUTHORIZE };
    const answer = await pressForm(started.verification_uri, pressed, Object.fromEntries(named));
    expect(answer.status).toBe(isTaken ? 200 : 403);
    expect(await poll(platform, started)).toBe(isTaken ? undefined : "authorization_pending");
  });

  it("rejects forms without its token, with that of another page, and under another host", async () => {
    const platform = await platformForTest();
    const started = await start(platform);
    const fields = { user_code: started.user_code, user_id: platform.seeded.userIds[0], ...AUTHORIZE };
    const consent = `${platform.endpoints.webBase}/oauth2/authorize?client_id=${platform.seeded.applicationId}&response_type=code&scope=openid`;
    const other = hiddenFields(await (await fetch(consent)).text());
    for (const token of [{}, { form_token: "x.y" }, other]) {
      const body = new URLSearchParams({ ...fields, ...token });
      const answer = await fetch(started.verification_uri, { method: "POST", body });
      expect([token, answer.status]).toEqual([token, 403]);
    }
    expect(await poll(platform, started)).toBe("authorization_pending");
  });

  it("takes no bot and no banned account", async () => {
    const platform = await platformForTest();
    const [ada] = platform.seeded.userIds;
    const started = await start(platform);
    platform.control.users.ban(ada);
    const bot = platform.control.applications.createBot(
      platform.control.applications.create({ name: "Other" }).id,
    );
    for (const user_id of [ada, bot.userId, "1", ""])
      await pressForm(started.verification_uri, { user_code: started.user_code, user_id, ...AUTHORIZE });
    expect(await poll(platform, started)).toBe("authorization_pending");
  });

  it("is skipped with autoApprove, for the address with the code", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "sdkpp-platform-"));
    const first = await platformForTest({ dataDir });
    const [ada] = first.seeded.userIds;
    await first.stop();
    const platform = await platformForTest({ dataDir, autoApprove: ada });
    const started = await start(platform);
    const page = await fetch(started.verification_uri_complete);
    expect(await page.text()).toContain("Your device is signed in");
    expect(await poll(platform, started)).toBeUndefined();
  });
});

describe("the operations of a login", () => {
  it("show what a code asks for and answer it, for the account itself only", async () => {
    const platform = await platformForTest();
    const { control, seeded } = platform;
    const [ada] = seeded.userIds;
    const started = await start(platform);
    const json = { user_code: started.user_code, result: "granted" };
    const strangers = [undefined, "", "x", `Bearer ${player(platform, 0).token}`, `Bot ${seeded.botToken}`];
    for (const one of strangers)
      for (const operation of ["verify", "finish"] as const) {
        const answer = await ask(platform, operation, one, json);
        expect([one, answer]).toEqual([
          one,
          { status: 401, body: { code: 0, message: "401: Unauthorized" } },
        ]);
      }
    const login = control.tokens.logIn(ada);
    expect(await ask(platform, "verify", login, json)).toMatchObject({
      status: 200,
      body: { client_id: seeded.applicationId, type: "pending", two_way_link_code: null },
    });
    expect(await poll(platform, started)).toBe("authorization_pending");
    expect(await ask(platform, "finish", login, json)).toEqual({ status: 204, body: undefined });
    expect((await ask(platform, "finish", login, json)).status).toBe(404);
    expect(await poll(platform, started)).toBeUndefined();
  });

  it.each<[string, unknown, number]>([
    ["no body", undefined, 400],
    ["no code", { result: "granted" }, 400],
    ["a code that is no text", { user_code: 5, result: "granted" }, 400],
    ["a code that is too long", { user_code: "A".repeat(65), result: "granted" }, 400],
    ["an unknown code", { user_code: "AAAAAAAA", result: "granted" }, 404],
    ["another result", { user_code: "CODE", result: "yes" }, 400],
    ["no result", { user_code: "CODE" }, 400],
  ])("reject %s", async (_claim, json, status) => {
    const platform = await platformForTest();
    const { user_code } = await start(platform);
    const login = platform.control.tokens.logIn(platform.seeded.userIds[0]);
    const text = JSON.stringify(json)?.replace("CODE", user_code);
    const answer = await ask(platform, "finish", login, text === undefined ? undefined : JSON.parse(text));
    expect(answer).toMatchObject({ status, body: { code: status === 400 ? 50_035 : 0 } });
  });

  it("end with the account's ban, also when it is lifted", async () => {
    const platform = await platformForTest();
    const [ada] = platform.seeded.userIds;
    const { user_code } = await start(platform);
    const login = platform.control.tokens.logIn(ada);
    platform.control.users.ban(ada);
    expect((await ask(platform, "verify", login, { user_code })).status).toBe(401);
    expect(() => platform.control.tokens.logIn(ada)).toThrow("is banned");
    platform.control.users.unban(ada);
    expect((await ask(platform, "verify", login, { user_code })).status).toBe(401);
    expect((await ask(platform, "verify", platform.control.tokens.logIn(ada), { user_code })).status).toBe(
      200,
    );
  });
});

describe("control.tokens.answerDevice", () => {
  it("answers as the user who types the code", async () => {
    const platform = await platformForTest();
    const [ada, ben] = platform.seeded.userIds;
    const [first, second] = [await start(platform), await start(platform)];
    platform.control.tokens.answerDevice(ada, first.user_code, true);
    platform.control.tokens.answerDevice(ben, second.user_code, false);
    expect([await poll(platform, first), await poll(platform, second)]).toEqual([undefined, "access_denied"]);
    expect(() => platform.control.tokens.answerDevice(ada, first.user_code, true)).toThrow(
      "userCode: no device waits",
    );
  });
});
