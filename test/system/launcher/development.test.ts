// The launcher's own program for development: one command, and the printed address shows the player's friends.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";
import { expect, it, onTestFinished } from "vitest";
import { LAUNCHER } from "./support-build.js";
import { ARGS, goTo, problemsOf } from "./support-launcher.js";

/** Starts the program. @returns the address that it prints */
async function started(): Promise<string> {
  const program = spawn(process.execPath, [join(LAUNCHER, "development.mjs")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void program.kill());
  const [line] = (await once(createInterface(program.stdout), "line")) as [string];
  return line.replace("open ", "");
}

it("the page of the printed address works, and again behind a reload; without the token it does not", async () => {
  const address = await started();
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ARGS });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const problems = problemsOf(page);
  await page.goto(address);
  await page.getByText("Signed in as Ada").waitFor();
  await goTo(page, "Requests");
  await page.getByRole("button", { name: "Accept Ben" }).click();
  await page.getByRole("button", { name: "Accept Ben" }).waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("listitem").filter({ hasText: "Ben" }).waitFor();
  expect(problems).toEqual([]);

  const stranger = await browser.newPage();
  await stranger.goto(address);
  await stranger.getByText("Connecting…").waitFor();
  const refused = problemsOf(stranger);
  await stranger.reload();
  await expect.poll(() => refused.join(), { timeout: 20_000 }).toContain("403");
  expect(await stranger.getByText("Signed in as Ada").count()).toBe(0);
});
