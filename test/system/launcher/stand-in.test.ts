// The whole launcher, as it is built, in the stand-in of Electron: sign-in by the consent page, a friend, a call, and a killed process.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Platform } from "@sdkpp/platform";
import { expect, it, onTestFinished, vi } from "vitest";
import { platformPerTest } from "../../support/platform-per-test.js";
import { signIn } from "../../support/players.js";
import { pressForm } from "../../support/press-form.js";
import { waitFor } from "../../support/wait-for.js";
import { startLauncher } from "./stand-in/start.js";
import { goTo, problemsOf, speak } from "./support-launcher.js";

let platform: Platform;
const clients = platformPerTest((started) => (platform = started));

/** Processes that are started from now on trust the platform. */
function trustPlatform(): void {
  const folder = mkdtempSync(join(tmpdir(), "sdkpp-ca-"));
  writeFileSync(join(folder, "ca.pem"), platform.endpoints.ca ?? "");
  vi.stubEnv("NODE_EXTRA_CA_CERTS", join(folder, "ca.pem"));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
}

/** The player agrees on the consent page, and the browser goes back. */
async function agree(url: string): Promise<void> {
  const answer = await pressForm(url, { user_id: platform.seeded.userIds[0], authorize: "1" });
  await fetch(answer.headers.get("location") ?? "");
}

it("runs from sign-in to a call, and goes on when the process of the client is killed", async () => {
  trustPlatform();
  const [adaId, benId] = platform.seeded.userIds;
  const agreed: Promise<void>[] = [];
  const { page, handler, pidOf } = await startLauncher(platform, (url) => void agreed.push(agree(url)));
  const problems = problemsOf(page);
  await page.getByText("You are signed out.").waitFor();
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Signed in as Ada").waitFor();
  await Promise.all(agreed);
  expect(agreed).toHaveLength(1);

  const ben = await signIn(platform, benId, { prepare: (client) => clients.push(client) });
  await ben.sendGameFriendRequestById(adaId);
  await goTo(page, "Requests");
  await page.getByRole("button", { name: "Accept Ben" }).click();
  await goTo(page, "Friends");
  await page.getByRole("listitem").filter({ hasText: "Ben" }).getByText("Online").waitFor();

  await goTo(page, "Lobby");
  await page.getByLabel("Secret of the lobby").fill("room");
  await page.getByRole("button", { name: "Join the lobby" }).click();
  await page.getByRole("button", { name: "Join the call" }).click();
  const { lobbyId } = await ben.createOrJoinLobby("room");
  const call = ben.startCall(lobbyId);
  await call.encrypted();
  speak(ben, String(lobbyId));
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
  const doomed = pidOf("sdkpp social")!;
  process.kill(doomed, "SIGKILL");
  await waitFor("another process", () => ![undefined, doomed].includes(pidOf("sdkpp social")));
  await waitFor("Ada to be back", () => ![undefined, before].includes(keyOfAda()));
  // what the page showed all the time is true again
  await page.getByText("Signed in as Ada").waitFor();
  await row.getByText("speaks").waitFor();
  await page.getByRole("button", { name: "Mute", exact: true }).click();
  await waitFor("Ben to see it", () => call.getVoiceStateHandle(adaId)?.selfMute === true);
  expect(problems).toEqual([]);

  for (const path of ["/..%2fmain%2findex.mjs", "/..%2f..%2fplayer"])
    expect((await handler({ url: `app://launcher${path}` })).status).toBe(404);
});
