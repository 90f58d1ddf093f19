// The player's identity in encrypted calls: sealed by main, used beside the client, and in no page.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { COLLECTIONS, EVENTS, OPERATIONS, type Allowed } from "sdkpp/surface";
import { SealedKeyStore, type SocialOptions } from "@sdkpp/electron/main";
import { killed, type Launcher, ready } from "../../support/electron/launcher.js";
import { launcherPerTest } from "../../support/electron/launcher-per-test.js";
import type { Player } from "../../support/players.js";
import { waitFor } from "../../support/wait-for.js";

const EVERYTHING = [OPERATIONS, COLLECTIONS, EVENTS].flatMap((one) => Object.keys(one)) as Allowed[];

let launcher: Launcher;
let ben: Player;
launcherPerTest((...both) => ([launcher, ben] = both));

/** The code by which Ben would know Ada, once the call is encrypted. */
async function codeOfAda(): Promise<string> {
  const adaId = BigInt(launcher.platform.seeded.userIds[0]);
  const call = ben.client.getCall(ben.lobbyId);
  await waitFor("keys of both", () => call.getEncryptedMembers().some(({ userId }) => userId === adaId));
  return (await call.getVerificationCode(adaId)) ?? "";
}

/** Ada in a call with Ben. @param options of her launcher */
async function meet(options: Partial<SocialOptions>) {
  await launcher.storeDueTokens();
  const social = launcher.social({ spare: false, ...options });
  const page = await launcher.page(social, EVERYTHING);
  await ready(social);
  page.post({ type: "sync" });
  ben.client.startCall(ben.lobbyId);
  await page.call("createOrJoinLobby", "room");
  await page.call("startCall", String(ben.lobbyId));
  return { social, page };
}

/** Ada's client is killed, and her call is rejoined: there is another group. */
async function rejoined(social: Parameters<typeof killed>[0]): Promise<void> {
  const call = ben.client.getCall(ben.lobbyId);
  const before = call.getPrivacyCode();
  await killed(social);
  await ready(social);
  await waitFor("another group", () => !["", before].includes(call.getPrivacyCode()));
}

it.each(["process", "main"] as const)("is kept in a folder by a client in %s", async (host) => {
  const keyFolder = path.join(launcher.folder, "keys");
  const { page } = await meet({ host, keyFolder });
  expect(await codeOfAda()).toMatch(/^\d{45}$/);
  const name = `${launcher.platform.seeded.userIds[0]}:1`;
  expect(readdirSync(keyFolder)).toContain(`${encodeURIComponent(name)}.key`);
  const key = Buffer.from((await new SealedKeyStore(keyFolder, launcher.electron).load(name))!);
  expect(key).toHaveLength(32);
  const sealed = readdirSync(keyFolder).map((file) => readFileSync(path.join(keyFolder, file)));
  const told = JSON.stringify(page.heard);
  expect(told).toContain(String(ben.lobbyId));
  for (const text of [key.toString("hex"), key.toString("base64"), JSON.stringify([...key])]) {
    expect(told).not.toContain(text.replace(/[[\]]/g, ""));
    expect(sealed.some((content) => content.includes(text))).toBe(false);
  }
});

it("is the same for others behind a kill of the client's process", async () => {
  const { social } = await meet({ keyFolder: path.join(launcher.folder, "keys") });
  const before = await codeOfAda();
  await rejoined(social);
  expect(await codeOfAda()).toBe(before);
});

it("is a new one each time where nothing is kept", async () => {
  const { social } = await meet({});
  const before = await codeOfAda();
  await rejoined(social);
  expect(await codeOfAda()).not.toBe(before);
});

it("is a new one when the store fails, and the call goes on all the same", async () => {
  const identityKeyStore = {
    load: () => Promise.reject(new Error("no keyring")),
    save: () => Promise.reject(new Error("no keyring")),
  };
  await meet({ identityKeyStore });
  expect(await codeOfAda()).toMatch(/^\d{45}$/);
});
