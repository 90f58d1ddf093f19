// The launcher without a pointer: the tab key, Enter, the space bar and the arrows reach the main actions, and the focus is seen.
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { waitFor } from "../../support/wait-for.js";
import { launcher } from "./support-launcher.js";

const open = launcher();

/** The name of what has the focus. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const one = document.activeElement as HTMLInputElement | null;
    return one?.ariaLabel ?? one?.labels?.[0]?.textContent ?? one?.textContent ?? "";
  });

/** Presses the tab key until the focus is there. */
async function tabTo(page: Page, name: string, key = "Tab"): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press(key);
    const now = await focused(page);
    if (now === name) return;
    passed.push(now);
  }
  throw new Error(`the tab key did not reach ${name}, but ${passed.join(", ")}`);
}

/** Opens a screen from wherever the focus is. */
async function goByKey(page: Page, screen: string): Promise<void> {
  await tabTo(page, screen, "Shift+Tab");
  await page.keyboard.press("Enter");
  await page.waitForFunction((title) => document.activeElement?.textContent === title, screen);
}

it("a request is accepted, a lobby joined and written in, a call joined and muted", async () => {
  const { page, adaId, ben } = await open();
  await ben.sendGameFriendRequestById(adaId);
  await page.getByText("Signed in as Ada").waitFor();
  await goByKey(page, "Requests");
  await page.getByRole("button", { name: "Accept Ben" }).waitFor();
  await tabTo(page, "Accept Ben");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Accept Ben" }).waitFor({ state: "detached" });

  await goByKey(page, "Lobby");
  await tabTo(page, "Secret of the lobby");
  await page.keyboard.type("room");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Join the call" }).waitFor();
  const { lobbyId } = await ben.createOrJoinLobby("room");
  const heard: string[] = [];
  ben.on("messageCreated", (id) => heard.push(ben.getMessageHandle(id)!.content));
  await tabTo(page, "Join the call");
  expect(await page.evaluate(() => getComputedStyle(document.activeElement!).outlineWidth)).toBe("3px");
  await page.keyboard.press(" ");
  await page.getByText("You are in the call.").waitFor();
  await tabTo(page, "Mute");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Mute", exact: true, pressed: true }).waitFor();
  await tabTo(page, "Message");
  await page.keyboard.type("by key");
  await page.keyboard.press("Enter");
  await waitFor("the message", () => heard.includes("by key"));
  expect(ben.getLobbyHandle(lobbyId)!.lobbyMemberIds).toHaveLength(2);
});
