// What a player sees and does in the launcher, and what of it others see.
import { AudioModeType, StatusType } from "sdkpp";
import { describe, expect, it } from "vitest";
import { openParty } from "../../support/open-party.js";
import { waitFor } from "../../support/wait-for.js";
import { goTo, launcher, speak, type Scene } from "./support-launcher.js";

const open = launcher();

it("the player signs in, is shown, and signs out", async () => {
  const { page } = await open(false);
  await page.getByText("You are signed out.").waitFor();
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Signed in as Ada").waitFor();
  await goTo(page, "Settings");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByText("You are signed out.").waitFor();
});

describe("friends", () => {
  it("appear when a request is accepted, with what they do, and change", async () => {
    const { page, adaId, ben } = await open();
    await goTo(page, "Requests");
    await ben.sendGameFriendRequestById(adaId);
    await page.getByRole("button", { name: "Accept Ben" }).click();
    await page.getByRole("button", { name: "Accept Ben" }).waitFor({ state: "detached" });
    await goTo(page, "Friends");
    const row = page.getByRole("listitem").filter({ hasText: "Ben" });
    await row.getByText("Online").waitFor();
    await ben.setOnlineStatus(StatusType.Dnd);
    await row.getByText("Dnd").waitFor();
    ben.disconnect();
    await page.getByRole("region", { name: "Offline" }).getByText("Ben").waitFor();
  });

  it("are asked by name, and not asked after all; others are rejected", async () => {
    const { page, adaId, ben, benId, platform } = await open();
    await goTo(page, "Requests");
    await page.getByLabel("Name of a player").fill("nobody");
    await page.getByRole("button", { name: "Ask to be friends" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByLabel("Name of a player").fill(platform.control.users.get(benId)!.username);
    await page.getByRole("button", { name: "Ask to be friends" }).click();
    await page.getByRole("button", { name: "Cancel Ben" }).click();
    await page.getByRole("button", { name: "Cancel Ben" }).waitFor({ state: "detached" });
    await ben.sendGameFriendRequestById(adaId);
    await page.getByRole("button", { name: "Reject Ben" }).click();
    await page.getByRole("button", { name: "Reject Ben" }).waitFor({ state: "detached" });
    expect(ben.getRelationships()).toEqual([]);
  });
});

async function joinRoom({ page, ben }: Scene): Promise<string> {
  await goTo(page, "Lobby");
  await page.getByLabel("Secret of the lobby").fill("room");
  await page.getByRole("button", { name: "Join the lobby" }).click();
  const members = page.getByRole("region", { name: "Members" });
  await members.getByText("Ada").waitFor();
  const { lobbyId } = await ben.createOrJoinLobby("room");
  await members.getByText("Ben").waitFor();
  return String(lobbyId);
}

describe("a lobby", () => {
  it("has a chat both ways, with its history", async () => {
    const { page, ada, ben } = await open();
    const { lobbyId } = await ada.createOrJoinLobby("room");
    await ben.createOrJoinLobby("room");
    for (let at = 1; at <= 60; at += 1) await ben.sendLobbyMessage(lobbyId, `older ${String(at)}`);
    await goTo(page, "Lobby");
    const log = page.getByRole("log", { name: "Chat" });
    await log.getByText("older 60", { exact: true }).waitFor();
    expect(await log.getByText("older 1", { exact: true }).count()).toBe(0);
    await page.getByRole("button", { name: "Older messages" }).click();
    await log.getByText("older 1", { exact: true }).waitFor();
    await ben.sendLobbyMessage(lobbyId, "are you there?");
    await log.getByText("are you there?").waitFor();
    const heard: string[] = [];
    ben.on("messageCreated", (id) => heard.push(ben.getMessageHandle(id)!.content));
    await page.getByLabel("Message").fill("I am");
    await page.keyboard.press("Enter");
    await log.getByText("I am").waitFor();
    await waitFor("Ben to read it", () => heard.includes("I am"));
    await page.getByRole("button", { name: "Leave the lobby" }).click();
    await page.getByLabel("Secret of the lobby").waitFor();
  });

  it("has a call: levels without renders, mute, deafen, push to talk, volume, and its encryption", async () => {
    const scene = await open();
    const { page, ada, adaId, ben, benId } = scene;
    const lobbyId = await joinRoom(scene);
    await page.getByRole("button", { name: "Join the call" }).click();
    const call = ben.startCall(lobbyId);
    const { privacyCode } = await call.encrypted();
    const groups = privacyCode.match(/\d{5}/g)!.join(" ");
    await page.getByTestId("privacy-code").filter({ hasText: groups }).waitFor();
    await page.getByText("End-to-end encrypted.").waitFor();

    speak(ben, lobbyId);
    const row = page.getByRole("region", { name: "Voice" }).getByRole("listitem").filter({ hasText: "Ben" });
    await row.getByText("speaks").waitFor();
    expect(await row.getAttribute("class")).toBe("speaking");
    const { levels, renders } = await row.locator(".level").evaluate(changesOf);
    expect(Math.max(...levels)).toBeGreaterThan(0.2);
    expect(renders).toBe(0);

    const button = (name: string) => page.getByRole("button", { name, exact: true });
    await button("Mute").click();
    await waitFor("Ben to see it", () => call.getVoiceStateHandle(adaId)?.selfMute === true);
    await page.getByRole("button", { name: "Mute", exact: true, pressed: true }).waitFor();
    await button("Mute").click();
    await waitFor("Ben to see that, too", () => call.getVoiceStateHandle(adaId)?.selfMute === false);
    await button("Deafen").click();
    await waitFor("Ben to see it", () => call.getVoiceStateHandle(adaId)?.selfDeaf === true);

    const own = ada.getCall(lobbyId);
    await button("Push to talk").click();
    await waitFor("the mode", () => own.getAudioMode() === AudioModeType.MODE_PTT);
    await button("Hold to talk").focus();
    await page.keyboard.down(" ");
    await waitFor("the key", () => own.getPTTActive());
    await page.keyboard.up(" ");
    await waitFor("no key", () => !own.getPTTActive());

    await page.getByLabel("Volume of Ben").focus();
    await page.keyboard.press("ArrowLeft");
    await waitFor("a lower volume", () => own.getParticipantVolume(benId) === 95);
    await button("Leave the call").click();
    await button("Join the call").waitFor();
  });
});

/** Looks at changes of a level. It runs in the page. */
function changesOf(element: Element): Promise<{ levels: number[]; renders: number }> {
  const counter = globalThis as unknown as { renders: number };
  return new Promise((resolve) => {
    const levels: number[] = [];
    const before = counter.renders;
    const observer = new MutationObserver(() => {
      levels.push(Number((element as HTMLElement).style.getPropertyValue("--level")));
      if (levels.length < 20) return;
      observer.disconnect();
      resolve({ levels, renders: counter.renders - before });
    });
    observer.observe(element, { attributes: true, attributeFilter: ["style"] });
  });
}

it("an invite arrives, is accepted, and leads into the lobby; another one is ignored", async () => {
  const { page, adaId, ben, benId, platform, reload } = await open();
  platform.control.users.makeFriends(adaId, benId);
  const { lobbyId } = await ben.createOrJoinLobby("secret of the party");
  await ben.updateRichPresence(openParty({ secret: "secret of the party" }));
  await ben.sendActivityInvite(adaId, "Come!");
  const invites = page.getByRole("region", { name: "Invites" });
  await invites.getByText("Ben invites you to play.").waitFor();
  // a page that is loaded anew has had no event
  await reload();
  await invites.getByText("Ben invites you to play.").waitFor();
  await invites.getByRole("button", { name: "Accept" }).click();
  await page.getByRole("region", { name: "Members" }).getByText("Ben").waitFor();
  await waitFor("Ben to see her", () => ben.getLobbyHandle(lobbyId)!.lobbyMemberIds.length === 2);
  await ben.sendActivityInvite(adaId, "Again!");
  await invites.getByRole("button", { name: "Ignore" }).click();
  await invites.getByRole("button").waitFor({ state: "detached" });
});

it("volumes and switches reach the client, and switches are remembered", async () => {
  const { page, ada } = await open();
  await goTo(page, "Settings");
  await page.getByLabel("Volume of the others").fill("150");
  await waitFor("the volume", () => ada.getOutputVolume() === 150);
  await page.getByLabel("Volume of your microphone").fill("40");
  await waitFor("the volume", () => ada.getInputVolume() === 40);
  await page.getByRole("switch", { name: "Remove noise" }).uncheck();
  await goTo(page, "Friends");
  await goTo(page, "Settings");
  expect(await page.getByRole("switch", { name: "Remove noise" }).isChecked()).toBe(false);
});

it("devices are shown, and the microphone is tested without a call", async () => {
  const { page } = await open();
  await goTo(page, "Devices");
  await page.getByLabel("Microphone", { exact: true }).waitFor();
  await page.getByLabel("Speaker").waitFor();
  const level = page.getByLabel("Your level");
  expect(await level.count()).toBe(0);
  const button = page.getByRole("button", { name: "Test the microphone" });
  await button.click();
  await level.waitFor();
  // the levels of a microphone need one: test/system/pulseaudio.test.ts
  await button.click();
  await level.waitFor({ state: "detached" });
});
