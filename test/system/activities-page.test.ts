// A page of an activity in a real browser: it reaches addresses outside through the platform's proxy, and only so.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPlatform, type Platform } from "@sdkpp/platform";
import type { PatchUrlMappingsOptions } from "sdkpp/activities";
import { rolldown } from "rolldown";
import { chromium, type BrowserContext, type Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { WebSocketServer } from "ws";

/** Files that the page loads. */
const FILES: Readonly<Record<string, string>> = {
  "/activities.js": join(import.meta.dirname, "../../dist/browser/activities.js"),
  "/program.mjs": join(import.meta.dirname, "programs/activities-page.mjs"),
  "/example.mjs": join(import.meta.dirname, "../../examples/activity/page.mjs"),
};
/** A picture of one pixel. */
const PIXEL = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
const HTML = `<!doctype html><p>game<script type="module" src="/program.mjs"></script>`;
/** Bundled, the example would name no package any more. */
const EXAMPLE = `<!doctype html><script type="importmap">{"imports":{"sdkpp/activities":"/activities.js"}}</script>
  <body><script type="module" src="/example.mjs"></script>`;
const MAPPINGS = [{ prefix: "/out/{name}", target: "{name}.outside.example" }];

const servers: Server[] = [];
let platform: Platform;
let profile: string;
let browser: BrowserContext;
let page: Page;
let origin: string;

async function listening(handler: RequestListener): Promise<{ server: Server; host: string }> {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, host: `127.0.0.1:${String((server.address() as AddressInfo).port)}` };
}

beforeAll(async () => {
  const home = await listening(({ url = "" }, response) => {
    const file = FILES[url];
    const type = file === undefined ? "text/html" : "text/javascript";
    response.writeHead(200, { "content-type": type, "set-cookie": "table=7" });
    response.end(file === undefined ? (url === "/example" ? EXAMPLE : HTML) : readFileSync(file));
  });
  const outside = await listening((request, response) => {
    if (request.url?.endsWith(".gif") === true)
      return void response.writeHead(200, { "content-type": "image/gif" }).end(PIXEL);
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () =>
      response.end(
        `${String(request.method)} ${String(request.url)} ${Buffer.concat(chunks).toString("utf8")}`,
      ),
    );
  });
  const sockets = new WebSocketServer({ server: outside.server });
  sockets.on("connection", (socket, { url }) => socket.send(`socket ${String(url)}`));
  platform = await startPlatform();
  const { id } = platform.control.applications.create({ name: "Drawing" });
  platform.control.activities.setUrlMappings(id, [
    { prefix: "/", target: home.host },
    { prefix: "/out/{name}", target: `${outside.host}/{name}` },
    { prefix: "/api/{name}", target: `${outside.host}/{name}` },
  ]);
  origin = `http://${id}.localhost:${new URL(platform.endpoints.webBase).port}`;
  profile = mkdtempSync(join(tmpdir(), "sdkpp-chromium-"));
  browser = await chromium.launchPersistentContext(profile, {
    executablePath: "/usr/bin/chromium",
    headless: true,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
    ],
  });
});

afterAll(async () => {
  await browser?.close();
  await platform?.stop();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(profile, { recursive: true, force: true });
});

beforeEach(async () => {
  page = await browser.newPage();
  await page.goto(`${origin}/`);
  await page.waitForFunction(() => "program" in globalThis);
});

/** Of programs/activities-page.mjs. */
declare const program: {
  reached(mappings: object, options: object | undefined): Promise<Record<string, string>>;
  widths(mappings: object, options: object): Promise<number[]>;
  sourceOf(mappings: object): Promise<string>;
  cookies(): string;
};

/** The page's results by each way to reach an address outside. */
const reached = (options: PatchUrlMappingsOptions | undefined) =>
  page.evaluate(([mappings, given]) => program.reached(mappings, given), [MAPPINGS, options] as const);
const widths = (options: PatchUrlMappingsOptions) =>
  page.evaluate(([mappings, given]) => program.widths(mappings, given), [MAPPINGS, options] as const);

describe("the page of an activity", () => {
  const WHOLE = {
    fetch: "POST /api/a?b=1 body",
    url: "GET /api/u ",
    request: "PUT /api/r sent",
    xhr: "GET /api/x ",
    socket: "true socket /live/room",
    own: "200",
    after: "blocked",
  };

  it("reaches nothing outside by itself", async () => {
    const blocked = Object.fromEntries(Object.keys(WHOLE).map((name) => [name, "blocked"]));
    expect(await reached(undefined)).toEqual({ ...blocked, own: "200" });
    expect(await page.evaluate(() => program.cookies())).toBe("table=7");
  });

  it("reaches addresses outside by their mappings, with and without the older prefix, until it is undone", async () => {
    expect(await reached({})).toEqual(WHOLE);
    expect(await reached({ proxyPrefix: true })).toEqual(WHOLE);
  });

  it("patches only what it is asked to", async () => {
    const options = { patchFetch: false, patchXhr: false, patchWebSocket: false };
    expect(await reached(options)).toMatchObject({ fetch: "blocked", xhr: "blocked", socket: "blocked" });
  });

  it("shows pictures from outside, whether programs name them or markup, later or already", async () => {
    expect(await widths({ patchSrcAttributes: true })).toEqual([1, 1, 1, 1]);
    expect(await widths({})).toEqual([0, 0, 0, 0]);
  });

  it("lets sounds look again whose sources were there already", async () => {
    const taken = await page.evaluate((mappings) => program.sourceOf(mappings), MAPPINGS);
    expect(taken).toBe(`${origin}/out/sounds/a.wav`);
  });

  it("knows the names of enumerators, bundled for it", async () => {
    const entry = `import { StatusType, enumToString } from "sdkpp/enums";
      globalThis.word = enumToString(StatusType, StatusType.Idle);`;
    const bundle = await rolldown({
      input: "entry",
      platform: "browser",
      plugins: [
        {
          name: "entry",
          resolveId: (id) => (id === "entry" ? id : null),
          load: (id) => (id === "entry" ? entry : null),
        },
      ],
    });
    const { output } = await bundle.generate({ format: "esm" });
    await bundle.close();
    await page.addScriptTag({ type: "module", content: output[0].code });
    expect(await page.waitForFunction("globalThis.word").then((word) => word.jsonValue())).toBe("Idle");
  });

  it("reaches its scores as the example of the documentation does", async () => {
    await page.goto(`${origin}/example`);
    await page.waitForFunction(() => document.body.innerText.startsWith("GET"));
    expect(await page.evaluate(() => document.body.innerText.trim())).toBe("GET /scores/best");
  });

  it("is confined in the folder of the platform's own address, too", async () => {
    const { webBase } = platform.endpoints;
    await page.goto(`${webBase}/_proxy/${new URL(origin).hostname.split(".")[0]!}/`);
    expect(await page.evaluate("self.origin")).toBe("null");
    const reads = (path: string) =>
      page.evaluate((url) => fetch(url).then(String, () => "blocked"), webBase + path);
    expect(await reads("/oauth2/authorize")).toBe("blocked");
  });
});
