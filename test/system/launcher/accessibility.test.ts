// Each screen of the launcher, with something on it: no findings of axe in light and in dark colours.
import { Client } from "sdkpp";
import { describe, expect, it } from "vitest";
import { openParty } from "../../support/open-party.js";
import { findingsOf, goTo, launcher, speak } from "./support-launcher.js";

const open = launcher();

describe.each(["light", "dark"] as const)("in %s colours axe finds nothing", (colorScheme) => {
  it("where the player signs in", async () => {
    const { page } = await open(false);
    await page.emulateMedia({ colorScheme });
    await page.getByText("You are signed out.").waitFor();
    expect(await findingsOf(page)).toEqual([]);
  });

  it("on the other screens", async () => {
    const { page, ada, adaId, ben, platform } = await open();
    const { users } = platform.control;
    const [cyd, dan] = ["cyd", "dan"].map((username) => users.create({ username }).id);
    users.makeFriends(adaId, cyd!);
    // whom a game does not know, it cannot ask
    platform.control.tokens.issue(platform.seeded.applicationId, dan!, Client.getDefaultPresenceScopes());
    await ada.sendGameFriendRequestById(dan!);
    await ben.sendGameFriendRequestById(adaId);
    await page.emulateMedia({ colorScheme });
    await page.getByRole("listitem").filter({ hasText: "cyd" }).waitFor();
    expect(await findingsOf(page)).toEqual([]);

    await goTo(page, "Requests");
    await page.getByRole("button", { name: "Accept Ben" }).waitFor();
    await page.getByRole("button", { name: "Cancel dan" }).waitFor();
    expect(await findingsOf(page)).toEqual([]);

    await ben.createOrJoinLobby("room");
    await ben.updateRichPresence(openParty({ secret: "room" }));
    await page.getByRole("button", { name: "Accept Ben" }).click();
    await page.getByRole("button", { name: "Accept Ben" }).waitFor({ state: "detached" });
    await ben.sendActivityInvite(adaId, "Come!");
    await page.getByText("Ben invites you to play.").waitFor();

    await goTo(page, "Lobby");
    expect(await findingsOf(page)).toEqual([]);
    const { lobbyId } = await ada.createOrJoinLobby("room");
    await ben.sendLobbyMessage(lobbyId, "hello");
    await page.getByRole("log").getByText("hello").waitFor();
    await page.getByRole("button", { name: "Join the call" }).click();
    await ben.startCall(lobbyId).encrypted();
    speak(ben, String(lobbyId));
    await page.getByTestId("privacy-code").waitFor();
    await page.getByRole("button", { name: "Push to talk" }).click();
    await page.getByText("speaks").waitFor();
    expect(await findingsOf(page)).toEqual([]);

    for (const screen of ["Devices", "Settings"]) {
      await goTo(page, screen);
      expect(await findingsOf(page)).toEqual([]);
    }
  });
});
