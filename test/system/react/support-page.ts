import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type BrowserContext, type Page } from "playwright-core";
import { rolldown } from "rolldown";
import { afterAll, beforeAll } from "vitest";

/** React as it is developed with, which complains; or as it ships, whose renders count. */
type Mode = "development" | "production";

const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
];

/** The program of the pages, with the packages as they ship. */
async function programText(mode: Mode): Promise<string> {
  const bundle = await rolldown({
    input: join(import.meta.dirname, "page/program.ts"),
    platform: "browser",
    transform: { define: { "process.env.NODE_ENV": JSON.stringify(mode) }, jsx: { runtime: "automatic" } },
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  return output[0].code;
}

/** Opens a page in Chromium before the tests of a file, and closes it behind them. @returns the page, once tests run */
export function pageWith(mode: Mode): () => Page {
  const profile = mkdtempSync(join(tmpdir(), "sdkpp-chromium-"));
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>hooks</title><body>");
  });
  let browser: BrowserContext | undefined;
  let page: Page | undefined;

  beforeAll(async () => {
    const text = await programText(mode);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    browser = await chromium.launchPersistentContext(profile, {
      executablePath: "/usr/bin/chromium",
      headless: true,
      args: ARGS,
    });
    page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`);
    await page.addScriptTag({ type: "module", content: text });
    await page.waitForFunction(() => "scenes" in globalThis);
  });

  afterAll(async () => {
    await browser?.close();
    server.closeAllConnections();
    server.close();
    rmSync(profile, { recursive: true, force: true });
  });

  return () => page!;
}
