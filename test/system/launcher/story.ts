// A player's evening with the launcher: sign-in by the consent page, a friend, a call, and a killed process. Whatever shows the pages.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Platform } from "@sdkpp/platform";
import type { Page } from "playwright-core";
import type { Call, Client } from "sdkpp";
import { expect, onTestFinished, vi } from "vitest";
import { pressForm } from "../../support/press-form.js";
import { signIn } from "../../support/players.js";
import { waitFor } from "../../support/wait-for.js";
import { goTo, speak } from "./support-launcher.js";

const PATIENCE = { timeout: 20_000 };

export interface StoryParts {
  readonly page: Page;
  readonly platform: Platform;
  readonly player: Browsing;
  /** those that end with the test */
  readonly clients: Client[];
  /** the process of a service that runs now */
  readonly pidOf: (service: string) => Promise<number | undefined> | number | undefined;
}

/** Processes that are started from now on trust the platform. */
export function trustPlatform(platform: Platform): void {
  const folder = mkdtempSync(join(tmpdir(), "sdkpp-ca-"));
  writeFileSync(join(folder, "ca.pem"), platform.endpoints.ca ?? "");
  vi.stubEnv("NODE_EXTRA_CA_CERTS", join(folder, "ca.pem"));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
}

/** The player at the system's browser, who agrees on the consent page. */
export class Browsing {
  readonly #platform: Platform;
  readonly #agreed: Promise<void>[] = [];

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  open(url: string): void {
    this.#agreed.push(this.#agree(url));
  }

  /** Resolves when the browser has gone back from the only page. */
  async agreed(): Promise<void> {
    await Promise.all(this.#agreed);
    expect(this.#agreed).toHaveLength(1);
  }

  async #agree(url: string): Promise<void> {
    const answer = await pressForm(url, { user_id: this.#platform.seeded.userIds[0], authorize: "1" });
    await fetch(answer.headers.get("location") ?? "");
  }
}

/** Plays it from a page on which nobody is signed in. */
export async function playStory({ page, platform, player, clients, pidOf }: StoryParts): Promise<void> {
  await page.getByText("You are signed out.").waitFor();
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Signed in as Ada").waitFor();
  await player.agreed();

  const [adaId, benId] = platform.seeded.userIds;
  const ben = await signIn(platform, benId, { prepare: (client) => clients.push(client) });
  await becomeFriends(page, adaId, ben);
  const call = await meet(page, ben);
  const row = page.getByRole("region", { name: "Voice" }).getByRole("listitem").filter({ hasText: "Ben" });
  await row.getByText("speaks").waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>(".level")].some(
      ({ style }) => Number(style.getPropertyValue("--level")) > 0.2,
    ),
  );

  const keyOfAda = (): string | undefined =>
    call.getEncryptedMembers().find(({ userId }) => String(userId) === adaId)?.keyFingerprint;
  const before = keyOfAda();
  await killClient(pidOf);
  await waitFor("Ada to be back", () => ![undefined, before].includes(keyOfAda()));
  // what the page showed all the time is true again
  await page.getByText("Signed in as Ada").waitFor();
  await row.getByText("speaks").waitFor();
  await page.getByRole("button", { name: "Mute", exact: true }).click();
  await waitFor("Ben to see it", () => call.getVoiceStateHandle(adaId)?.selfMute === true);
}

async function becomeFriends(page: Page, adaId: string, ben: Client): Promise<void> {
  await ben.sendGameFriendRequestById(adaId);
  await goTo(page, "Requests");
  await page.getByRole("button", { name: "Accept Ben" }).click();
  await goTo(page, "Friends");
  await page.getByRole("listitem").filter({ hasText: "Ben" }).getByText("Online").waitFor();
}

/** Both enter a call, in which Ben speaks. @returns Ben's */
async function meet(page: Page, ben: Client): Promise<Call> {
  await goTo(page, "Lobby");
  await page.getByLabel("Secret of the lobby").fill("room");
  await page.getByRole("button", { name: "Join the lobby" }).click();
  await page.getByRole("button", { name: "Join the call" }).click();
  const { lobbyId } = await ben.createOrJoinLobby("room");
  const call = ben.startCall(lobbyId);
  await call.encrypted();
  speak(ben, String(lobbyId));
  return call;
}

/** Kills the process of the client, and waits for the next one. */
async function killClient(pidOf: StoryParts["pidOf"]): Promise<void> {
  const doomed = (await pidOf("sdkpp social"))!;
  process.kill(doomed, "SIGKILL");
  const hasFollower = async (): Promise<boolean> =>
    ![undefined, doomed].includes(await pidOf("sdkpp social"));
  await expect.poll(hasFollower, PATIENCE).toBe(true);
}
