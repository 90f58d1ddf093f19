import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type BrowserContext, type Page } from "playwright-core";
import { startPlatform, type Platform } from "@sdkpp/platform";
import { AuthorizationArgs, Client, ErrorType } from "sdkpp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const SHOTS = join(import.meta.dirname, "../../test-out");
const PHONE = { width: 390, height: 844 };
/** Smallest side of what a finger is to hit, CSS pixels. */
const TOUCHABLE = 44;

let platform: Platform;
let profile: string;
let browser: BrowserContext;
let client: Client;

beforeEach(async () => {
  platform = await startPlatform();
  profile = mkdtempSync(join(tmpdir(), "sdkpp-chromium-"));
  browser = await chromium.launchPersistentContext(profile, {
    executablePath: "/usr/bin/chromium",
    headless: true,
    viewport: PHONE,
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
});

afterEach(async () => {
  client.destroy();
  await browser.close();
  await platform.stop();
  rmSync(profile, { recursive: true, force: true });
});

/** A sign-in whose consent page opens in the browser. */
async function signIn() {
  const { apiBase, webBase } = platform.endpoints;
  const page = await browser.newPage();
  client = new Client(apiBase, webBase, { openUrl: async (url) => void (await page.goto(url)) });
  client.setApplicationId(platform.seeded.applicationId);
  const verifier = client.createAuthorizationCodeVerifier();
  const args = new AuthorizationArgs();
  args.scopes = Client.getDefaultCommunicationScopes();
  args.codeChallenge = verifier.challenge;
  const outcome = client.authorize(args);
  // Some tests look at the failure later.
  outcome.catch(() => undefined);
  await page.waitForSelector("form");
  return { page, verifier, outcome };
}

/** The focused element, in words. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const at = document.activeElement;
    return at === null
      ? ""
      : `${at.tagName} ${at.getAttribute("name") ?? ""} ${at.closest("label")?.textContent ?? ""}`;
  });
}

async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 10; presses += 1) {
    await page.keyboard.press("Tab");
    if ((await focused(page)).includes(` ${name} `)) return;
  }
  throw new Error(`the Tab key never reached ${name}`);
}

describe("the authorize page on a phone", () => {
  it("shows application, scopes in plain words and accounts, and fits the screen", async () => {
    const { page } = await signIn();
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toContain("Seeded Game");
    const wants = await page.getByRole("list").getByRole("listitem").allInnerTexts();
    expect(wants.length).toBeGreaterThan(1);
    for (const words of wants) expect(words).toMatch(/^[A-Z][a-z]+( [\w,-]+)+/);
    expect(wants.join(" ")).not.toMatch(/openid|sdk\.|lobbies\.write/);
    const accounts = page.getByRole("radio");
    expect(await accounts.count()).toBe(2);
    expect(await page.getByRole("radio", { name: /Ada.*@ada/ }).isChecked()).toBe(true);

    const sizes = await page.evaluate(() => ({
      page: document.documentElement.scrollWidth,
      screen: innerWidth,
    }));
    expect(sizes.page).toBeLessThanOrEqual(sizes.screen);
    for (const target of await page.locator("label, button").all()) {
      const box = await target.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(TOUCHABLE);
    }
    mkdirSync(SHOTS, { recursive: true });
    await page.screenshot({ path: join(SHOTS, "authorize-phone.png") });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.screenshot({ path: join(SHOTS, "authorize-phone-dark.png") });
  });

  it("works by keyboard alone: choose Ben, authorize, and the game gets a code", async () => {
    const { page, verifier, outcome } = await signIn();
    await tabTo(page, "user_id");
    await page.keyboard.press("ArrowDown");
    expect(await focused(page)).toContain("Ben");
    await page.keyboard.press("Space");
    await tabTo(page, "authorize");
    await page.keyboard.press("Enter");
    const { code, redirectUri } = await outcome;
    const { applicationId, userIds } = platform.seeded;
    const tokens = await client.getToken(applicationId, code, verifier.verifier, redirectUri);
    const headers = { authorization: `Bearer ${tokens.accessToken}` };
    const me = await fetch(`${platform.endpoints.apiBase}/v10/users/@me`, { headers });
    expect(await me.json()).toMatchObject({ id: userIds[1] });
    await page.waitForFunction(() => document.body.innerText.includes("You are signed in"));
    expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback\?/);
    await page.screenshot({ path: join(SHOTS, "signed-in-phone.png") });
  });

  it("Cancel ends the sign-in as aborted", async () => {
    const { page, outcome } = await signIn();
    await page.getByRole("button", { name: "Cancel" }).tap();
    await expect(outcome).rejects.toMatchObject({ result: { type: ErrorType.Aborted } });
    await page.waitForFunction(() => document.body.innerText.includes("Access was denied"));
  });

  it("contacts loopback only and sets no cookie", async () => {
    const hosts = new Set<string>();
    browser.on("request", (request) => hosts.add(new URL(request.url()).hostname));
    const { page } = await signIn();
    await page.getByRole("button", { name: "Authorize" }).tap();
    await page.waitForFunction(() => document.body.innerText.includes("You are signed in"));
    expect([...hosts]).toEqual(["127.0.0.1"]);
    expect(await browser.cookies()).toEqual([]);
  });
});
