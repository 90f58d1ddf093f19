// The launcher in Chromium, against a development host with the client of one player, and the client of another one.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Platform } from "@sdkpp/platform";
import { chromium, type Browser, type Page } from "playwright-core";
import { AuthorizationTokenType, Client } from "sdkpp";
import { GROUPS } from "sdkpp/surface";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { DevelopmentHost } from "../../../packages/electron/development/index.js";
import { platformPerTest } from "../../support/platform-per-test.js";
import { signIn } from "../../support/players.js";
import { buildPages, serve } from "./support-build.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
export const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
];

/** The page of a player, Ada, and the client of another one, Ben. */
export interface Scene {
  readonly page: Page;
  readonly ada: Client;
  readonly adaId: string;
  readonly ben: Client;
  readonly benId: string;
  readonly platform: Platform;
  /** Loads the page anew, with an address of its own. */
  readonly reload: () => Promise<void>;
}

/** Counts what React draws, as its developer tools do: also in a build for production. */
const COUNT_RENDERS = `globalThis.renders = 0;
globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
  supportsFiber: true,
  inject: () => 1,
  checkDCE() {},
  onCommitFiberUnmount() {},
  onPostCommitFiberRoot() {},
  onCommitFiberRoot() { globalThis.renders += 1; },
};`;

/** Builds the launcher's pages and starts Chromium for the tests of a file. @returns opens one on a platform of its own */
export function launcher(): (isSignedIn?: boolean) => Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), "sdkpp-launcher-"));
  let platform: Platform;
  const clients = platformPerTest((started) => (platform = started), { enforceRateLimits: false });
  let served: { server: Server; origin: string } | undefined;
  let browser: Browser | undefined;

  beforeAll(async () => {
    await buildPages("development", folder);
    served = await serve(folder);
    browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ARGS });
  });
  afterAll(async () => {
    await browser?.close();
    served?.server.closeAllConnections();
    served?.server.close();
    rmSync(folder, { recursive: true });
  });

  return async (isSignedIn = true) => {
    const [adaId, benId] = platform.seeded.userIds;
    const { origin } = served!;
    const keeper = keeperOf(platform, adaId);
    clients.push(keeper.client);
    if (isSignedIn) await keeper.signIn();
    const ben = await signIn(platform, benId, { prepare: (client) => clients.push(client) });
    const allow = Object.values(GROUPS).flat();
    const host = new DevelopmentHost({ client: keeper.client, allow, origins: [origin], signIn: keeper });
    onTestFinished(() => host.close());
    const page = await browser!.newPage();
    const problems = problemsOf(page);
    onTestFinished(async () => {
      await page.close();
      expect(problems).toEqual([]);
    });
    await page.addInitScript(COUNT_RENDERS);
    await page.addInitScript(AXE);
    await page.goto(`${origin}/#${await host.listen()}`);
    // events of before are not told
    if (isSignedIn) await page.getByText("Signed in as Ada").waitFor();
    const reload = async (): Promise<void> => {
      await page.evaluate((address) => (location.hash = address), host.address());
      await page.reload();
    };
    return { page, ada: keeper.client, adaId, ben, benId, platform, reload };
  };
}

/** What a page complains of, such as what its policy forbids. */
export function problemsOf(page: Page): string[] {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (line) => {
    if (["error", "warning"].includes(line.type())) problems.push(line.text());
  });
  return problems;
}

function keeperOf(platform: Platform, userId: string) {
  const { endpoints, seeded, control } = platform;
  const client = new Client(endpoints.apiBase, endpoints.webBase, { ca: endpoints.ca });
  return {
    client,
    async signIn(): Promise<void> {
      const scopes = Client.getDefaultCommunicationScopes();
      const { access_token } = control.tokens.issue(seeded.applicationId, userId, scopes);
      await client.updateToken(AuthorizationTokenType.Bearer, access_token);
      client.connect();
      await client.ready();
    },
    signOut(): Promise<void> {
      client.disconnect();
      return Promise.resolve();
    },
  };
}

/** Goes to a screen of the launcher. */
export async function goTo(page: Page, screen: string): Promise<void> {
  await page.getByRole("button", { name: screen, exact: true }).click();
  await page.getByRole("heading", { name: screen, level: 1 }).waitFor();
}

/** What axe finds on the page as it is. */
export async function findingsOf(page: Page): Promise<string[]> {
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    return (await axe.run()).violations;
  });
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Sounds that rise and fall, so that levels change and speech does not end, until the test does. */
export function speak(client: Client, lobbyId: string): void {
  const call = client.getCall(lobbyId);
  call.openPcmInput(48_000, 1);
  let at = 0;
  const push = (): void => {
    if (!call.isValid()) return;
    const length = 4800;
    const samples = Int16Array.from({ length }, (_, offset) => {
      const time = at + offset;
      return 12_000 * (0.6 + 0.4 * Math.sin(time / 4000)) * Math.sin(time / 20);
    });
    at += length;
    call.pushPcm(samples);
  };
  for (let block = 0; block < 3; block += 1) push();
  const timer = setInterval(push, 100);
  onTestFinished(() => clearInterval(timer));
}
