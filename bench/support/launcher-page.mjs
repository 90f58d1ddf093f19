// A page of a launcher in Chromium, its bridge, the main process of its app, and the process of the client at the other end.
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { rolldown } from "rolldown";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
];

async function bundled(name) {
  const bundle = await rolldown({
    input: path(`../page/${name}.mjs`),
    platform: "browser",
    transform: { define: { "process.env.NODE_ENV": '"production"' } },
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  return output[0].code;
}

/** @param use is given the page, a CDP session of it, the browser's, and the other process */
export async function withPage(use) {
  const folder = await mkdtemp(join(tmpdir(), "sdkpp-bench-"));
  const child = fork(path("page-main.mjs"), { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const heard = async () => (await once(child, "message"))[0];
  const social = {
    ask: (...command) => (child.send(command), heard()),
    say: (...command) => void child.send(command),
  };
  let browser;
  try {
    await heard();
    const scripts = { "/program.js": await bundled("program"), "/socket.js": await bundled("socket") };
    const { port, ...about } = await social.ask("listen", scripts);
    browser = await chromium.launchPersistentContext(folder, {
      executablePath: "/usr/bin/chromium",
      headless: true,
      args: ARGS,
    });
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${String(port)}/`);
    await page.waitForFunction(() => "begin" in globalThis);
    const cdp = await browser.newCDPSession(page);
    const whole = await browser.browser()?.newBrowserCDPSession();
    return await use({ page, cdp, whole, social, about });
  } finally {
    await browser?.close();
    child.disconnect();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The smallest value that this share of all values does not exceed. */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
