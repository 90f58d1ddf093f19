// A player signs in on the consent page: the way back is a loopback port, and where none can be bound, a scheme of the game.
import { Server } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ClientStatus } from "sdkpp";
import { Launcher, ready } from "../../support/electron/launcher.js";
import { standIn } from "../../support/electron/stand-in.js";
import { pressForm } from "../../support/press-form.js";
import { waitFor } from "../../support/wait-for.js";

let launcher: Launcher;
let shown: string[];
beforeEach(async () => {
  shown = [];
  launcher = await Launcher.start(standIn({}, (url) => shown.push(url)));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await launcher.end();
});

/** The player agrees. @returns where the browser goes */
async function agree(): Promise<string> {
  await waitFor("the consent page", () => shown.length === 1);
  const answer = await pressForm(shown[0]!, { user_id: launcher.platform.seeded.userIds[0], authorize: "1" });
  return answer.headers.get("location") ?? "";
}

it("by a loopback port, for a page that may ask", async () => {
  const social = launcher.social({ voice: "off" });
  const page = await launcher.page(social, ["signIn"]);
  const signedIn = page.call("signIn");
  const back = await agree();
  expect(back).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
  await fetch(back);
  expect(await signedIn).toMatchObject({ type: "done" });
  await ready(social);
  const stored = await launcher.store.load();
  expect(stored?.kind).toBe("account");
  const told = JSON.stringify([launcher.electron.utilityProcess.crossings, page.heard]);
  expect(told).not.toContain(stored!.refreshToken);
});

it("by the scheme, where no port can be bound", async () => {
  const scheme = "mygame";
  const { id: applicationId } = launcher.platform.control.applications.create({
    name: "A game with a scheme",
    redirectUris: ["http://127.0.0.1/callback", "mygame:/authorize/callback"],
  });
  const social = launcher.social({ voice: "off", scheme, host: "main", applicationId });
  vi.spyOn(Server.prototype, "listen").mockImplementation(function (this: Server) {
    queueMicrotask(() => this.emit("error", new Error("listen EACCES")));
    return this;
  });
  const signedIn = social.signIn();
  const back = await agree();
  vi.restoreAllMocks();
  expect(back).toMatch(`${scheme}:/authorize/callback`);
  social.handleLaunch(["game", "--flag", back]);
  await signedIn;
  await ready(social);
});

it("not at all, and the error says so, where neither way is open", async () => {
  const social = launcher.social({ voice: "off" });
  vi.spyOn(Server.prototype, "listen").mockImplementation(function (this: Server) {
    queueMicrotask(() => this.emit("error", new Error("listen EACCES")));
    return this;
  });
  await expect(social.signIn()).rejects.toThrow("could not bind a loopback port");
  expect(social.status).toBe(ClientStatus.Disconnected);
});
