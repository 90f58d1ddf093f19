// The player's client in a process of its own, against a real platform: what signs it in, what it is told, and what follows when it is killed.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ClientStatus } from "sdkpp";
import { killed, Launcher, ready } from "../../support/electron/launcher.js";
import { waitFor } from "../../support/wait-for.js";

let launcher: Launcher;
beforeEach(async () => {
  launcher = await Launcher.start();
});
afterEach(() => launcher.end());

describe.each(["process", "main"] as const)("a client in %s", (host) => {
  it("is ready with a sealed refresh token, and serves pages that may have a port", async () => {
    await launcher.storeDueTokens();
    const social = launcher.social({ host, voice: "off" });
    const page = await launcher.page(social, ["createOrJoinLobby"]);
    await ready(social);
    expect(await page.call("createOrJoinLobby", "room")).toMatchObject({ type: "done" });
    expect(await page.call("leaveLobby", "1")).toMatchObject({ type: "failed" });
    page.window.navigate("https://evil.example/");
    await waitFor("the port to be closed", () => page.closed === 1);
  });

  it("asks the player nothing by itself, and tells that nobody is signed in", async () => {
    const social = launcher.social({ host, voice: "off" });
    let needed = 0;
    social.on("relinkNeeded", () => (needed += 1));
    await waitFor("the launcher to be told", () => needed === 1);
    expect(launcher.electron.opened).toEqual([]);
    expect(social.status).toBe(ClientStatus.Disconnected);
  });

  it("signs out for a page that may ask, and the tokens are gone", async () => {
    await launcher.storeDueTokens();
    const social = launcher.social({ host, voice: "off" });
    const page = await launcher.page(social, ["signOut"]);
    await ready(social);
    expect(await page.call("signOut")).toMatchObject({ type: "done" });
    expect(await launcher.store.load()).toBeUndefined();
    await waitFor("the client to disconnect", () => social.status === ClientStatus.Disconnected);
  });
});

it("a refresh token crosses to no other process", async () => {
  const before = await launcher.storeDueTokens();
  const social = launcher.social();
  const page = await launcher.page(social, ["session"]);
  await ready(social);
  const after = await launcher.store.load();
  expect(after?.refreshToken).not.toBe(before.refreshToken);
  await killed(social);
  await ready(social);
  await page.ported(2);
  const all = JSON.stringify([launcher.electron.utilityProcess.crossings, page.heard]);
  // the newest access token is what the process signs in with
  expect(all).toContain(after?.accessToken);
  for (const token of [before.refreshToken, after!.refreshToken]) expect(all).not.toContain(token);
});

it("a process that is killed is followed by another one, which is ready and serves the pages that were let in", async () => {
  await launcher.storeDueTokens();
  const social = launcher.social({ voice: "off" });
  const page = await launcher.page(social, ["createOrJoinLobby"]);
  await ready(social);
  const told: unknown[] = [];
  social.on("ended", (_reason, pauseMs) => told.push(pauseMs));
  social.on("restarted", () => told.push("restarted"));
  social.on("status", (status) => told.push(status));
  await killed(social);
  await ready(social);
  await page.ported(2);
  expect(await page.call("createOrJoinLobby", "room")).toMatchObject({ type: "done" });
  expect(told.slice(0, 3)).toEqual([ClientStatus.Disconnected, 0, "restarted"]);
  expect(page.closed).toBe(1);
});
