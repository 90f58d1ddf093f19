// Everything that crosses between a page and the process of the client, searched for what must never be in a page.
import type { Platform } from "@sdkpp/platform";
import { AuthorizationTokenType, Client, type IdentityKeyStore } from "sdkpp";
import { COLLECTIONS, EVENTS, OPERATIONS, type Allowed } from "sdkpp/surface";
import { expect, it } from "vitest";
import { SocialServer } from "../../../packages/electron/social/index.js";
import { platformPerTest } from "../../support/platform-per-test.js";
import { signIn } from "../../support/players.js";
import { waitFor } from "../../support/wait-for.js";
import { openPage } from "./page.js";

const EVERYTHING = [OPERATIONS, COLLECTIONS, EVENTS]
  .flatMap((one) => Object.keys(one))
  .concat("levels") as Allowed[];
/** Two users in a call: a level each. */
const BYTES_MAX = 2 * Float32Array.BYTES_PER_ELEMENT;

let platform: Platform;
const clients = platformPerTest((started) => (platform = started));

function memoryStore(): IdentityKeyStore & { readonly kept: Map<string, Uint8Array> } {
  const kept = new Map<string, Uint8Array>();
  return {
    kept,
    load: (name) => Promise.resolve(kept.get(name)),
    save(name, bytes) {
      kept.set(name, bytes);
      return Promise.resolve();
    },
  };
}

/** Bytes in a message, and its texts. */
function contentsOf(message: unknown): { bytes: number; text: string } {
  let bytes = 0;
  const text = JSON.stringify(message, (_name, value: unknown) => {
    if (ArrayBuffer.isView(value)) bytes += value.byteLength;
    return ArrayBuffer.isView(value) ? undefined : value;
  });
  return { bytes, text };
}

it("no message has a token, a private key or sound", async () => {
  const [adaId, benId] = platform.seeded.userIds;
  const { endpoints, seeded, control } = platform;
  const store = memoryStore();
  const ada = new Client(endpoints.apiBase, endpoints.webBase, { ca: endpoints.ca, identityKeyStore: store });
  clients.push(ada);
  const heard: unknown[] = [];
  const page = openPage(new SocialServer({ client: ada }), EVERYTHING, (message) => heard.push(message));
  const tokens = control.tokens.issue(seeded.applicationId, adaId, Client.getDefaultCommunicationScopes());
  await ada.updateToken(AuthorizationTokenType.Bearer, tokens.access_token);
  ada.connect();
  await waitFor("ready", () => page.state.get("session")?.status === Client.Status.Ready);

  const ben = await signIn(platform, benId, { prepare: (client) => clients.push(client) });
  const lobbyId = await page.operations.createOrJoinLobby("room");
  await ben.createOrJoinLobby("room");
  const stop = page.levels.watch(() => undefined);
  await page.operations.startCall(lobbyId);
  const call = ben.startCall(lobbyId);
  await call.encrypted();
  call.openPcmInput(48_000, 1);
  call.pushPcm(Int16Array.from({ length: 48_000 }, (_, at) => 16_000 * Math.sin(at / 20)));
  await waitFor("sound", () => page.levels.of(lobbyId, benId as never) > -20);
  await page.operations.getVerificationCode(lobbyId, benId as never);
  await page.operations.sendLobbyMessage(lobbyId, "hello");
  await page.operations.why(lobbyId);
  stop();

  const contents = heard.map(contentsOf);
  const texts = contents.map(({ text }) => text).join("\n");
  expect(texts).toContain("hello");
  const keys = [...store.kept.values()].flatMap((bytes) => {
    const key = Buffer.from(bytes);
    return [key.toString("hex"), key.toString("base64"), JSON.stringify([...key])];
  });
  expect(keys.length).toBeGreaterThan(0);
  for (const secret of [tokens.access_token, tokens.refresh_token ?? "", ...keys]) {
    expect(secret).not.toBe("");
    expect(texts.includes(secret)).toBe(false);
  }
  expect(Math.max(...contents.map(({ bytes }) => bytes))).toBeLessThanOrEqual(BYTES_MAX);
});
