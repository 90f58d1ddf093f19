import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startPlatform, type Platform } from "@sdkpp/platform";
import type { Call, ClientHostOptions, EncryptedMember, EncryptionStatus, IdentityKeyStore } from "sdkpp";
import { enterLobby, type Player } from "../../support/players.js";
import { hum } from "../../support/tone.js";
import { waitFor } from "../../support/wait-for.js";

const OFF: EncryptionStatus = { state: "off", version: 0, epoch: 0n, privacyCode: "" };

let platform: Platform;
const undo: (() => unknown)[] = [];

beforeEach(async () => {
  platform = await startPlatform();
});

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) step();
  await platform.stop();
});

/** Where Ada's and Ben's calls run. */
let place: ClientHostOptions = {};

async function enter(which: 0 | 1, host: ClientHostOptions = {}): Promise<Player> {
  const player = await enterLobby(platform, platform.seeded.userIds[which], "room", { ...place, ...host });
  undo.push(() => player.client.destroy());
  return player;
}

async function encrypted(...calls: Call[]): Promise<void> {
  await waitFor("encryption", () =>
    calls.every((call) => call.getEncryptionStatus().state === "on" && call.getPrivacyCode() !== ""),
  );
}

function speak(call: Call): void {
  call.openPcmInput(48_000, 1);
  undo.push(hum((samples) => call.pushPcm(samples), 440).stop);
}

function keeping(): IdentityKeyStore {
  const saved = new Map<string, Uint8Array>();
  return {
    load: (name) => Promise.resolve(saved.get(name)),
    save: (name, key) => Promise.resolve(void saved.set(name, key)),
  };
}

describe.each<[string, ClientHostOptions]>([
  ["this process", {}],
  ["a voice process", { voiceHost: true }],
])("with calls in %s", (_where, host) => {
  beforeEach(() => {
    place = host;
  });

  test("players get every change and the same codes, and nothing after the call", async () => {
    const [ada, ben] = [await enter(0), await enter(1)];
    const first = ada.client.startCall(ada.lobbyId)!;
    expect(first.getEncryptionStatus()).toEqual(OFF);
    const changes: EncryptionStatus[] = [];
    first.on("encryptionChanged", (status) => changes.push(status));
    await waitFor("the wait for company", () => changes.at(-1)?.state === "pending");
    const second = ben.client.startCall(ben.lobbyId)!;
    await encrypted(first, second);
    expect(first.getPrivacyCode()).toMatch(/^\d{30}$/);
    expect(second.getPrivacyCode()).toBe(first.getPrivacyCode());
    expect(changes.at(-1)).toEqual(first.getEncryptionStatus());
    expect(changes.map(({ state }) => state)).not.toContain("off");
    const code = await first.getVerificationCode(ben.userId);
    expect(code).toMatch(/^\d{45}$/);
    expect(await second.getVerificationCode(ada.userId)).toBe(code);
    expect(await first.getVerificationCode(1n)).toBeUndefined();

    speak(first);
    await waitFor("encrypted speech", () => (second.getStats().speakers[0]?.e2ee.opened ?? 0) > 20);
    expect(second.getStats().speakers[0]!.e2ee).toMatchObject({ undecryptable: 0, passthrough: 0 });
    expect(ada.logs.join("\n")).not.toContain(first.getPrivacyCode());

    await ben.client.endCall(ben.lobbyId);
    await waitFor("being alone", () => changes.at(-1)?.state === "pending");
    expect(second.getEncryptionStatus()).toEqual(OFF);
    expect(await second.getVerificationCode(ada.userId)).toBeUndefined();
    await ada.client.endCall(ada.lobbyId);
    expect(first.getEncryptionStatus()).toEqual(OFF);
  });

  test("a code between two players is stable across calls when both store their keys, and changes otherwise", async () => {
    const ada = await enter(0, { identityKeyStore: keeping() });
    const store = keeping();
    const ben = await enter(1, { identityKeyStore: store });
    const codes: (string | undefined)[] = [];
    const meet = async (other: Player): Promise<void> => {
      const call = ada.client.startCall(ada.lobbyId)!;
      const otherCall = other.client.startCall(other.lobbyId)!;
      await encrypted(call, otherCall);
      codes.push(await call.getVerificationCode(other.userId));
      await Promise.all([ada.client.endCalls(), other.client.endCalls()]);
    };
    await meet(ben);
    await meet(ben);
    ben.client.destroy();
    await meet(await enter(1, { identityKeyStore: store }));
    await meet(await enter(1));
    const [one, two, three, four] = codes;
    expect(one).toMatch(/^\d{45}$/);
    expect([two, three]).toEqual([one, one]);
    expect(four).not.toBe(one);
  });

  test("the next client knows a verified member too, and a different key raises a warning", async () => {
    const [adasStore, bensStore] = [keeping(), keeping()];
    /** Both in a call, as Ada sees it. */
    const meet = async (bensHost: ClientHostOptions) => {
      const ada = await enter(0, { identityKeyStore: adasStore });
      const ben = await enter(1, bensHost);
      const call = ada.client.startCall(ada.lobbyId)!;
      const changed: [member: EncryptedMember, wasVerified: boolean][] = [];
      call.on("memberKeyChanged", (...change) => changed.push(change));
      await encrypted(call, ben.client.startCall(ben.lobbyId)!);
      const find = (userId: bigint) => call.getEncryptedMembers().find((member) => member.userId === userId)!;
      const leave = () => [ada, ben].forEach(({ client }) => client.destroy());
      return { call, ada, own: () => find(ada.userId), other: () => find(ben.userId), changed, leave };
    };

    const first = await meet({ identityKeyStore: bensStore });
    const { call, other, own } = first;
    expect(call.getEncryptedMembers()).toHaveLength(2);
    expect([own().verified, other().verified]).toEqual([true, false]);
    const wrong = { ...other(), keyFingerprint: own().keyFingerprint };
    expect(await call.verifyMember(wrong)).toBeUndefined();
    let told = 0;
    call.on("encryptedMembersChanged", () => (told += 1));
    // true, and no longer false, once the platform has Ben's key.
    await expect.poll(() => call.verifyMember(other()), { timeout: 10_000 }).toBe(true);
    expect(other().verified).toBe(true);
    await waitFor("the news", () => told > 0);
    for (const [member, argument] of [
      [undefined, "member"],
      [{ ...other(), userId: 5 }, "member.userId"],
      [{ userId: 5n }, "member.keyFingerprint"],
    ] as const)
      await expect(call.verifyMember(member as never)).rejects.toMatchObject({
        name: "ArgumentError",
        argument,
      });
    first.leave();

    const second = await meet({ identityKeyStore: bensStore });
    await waitFor("the stored key", () => second.other().verified);
    expect(second.changed).toEqual([]);
    second.leave();

    const third = await meet({});
    await waitFor("the change", () => third.changed.length > 0);
    expect(third.changed).toMatchObject([
      [{ userId: BigInt(platform.seeded.userIds[1]), verified: false }, true],
    ]);
    expect(third.other().verified).toBe(false);
    await waitFor("the warning", () =>
      third.ada.logs.join("\n").includes("although an earlier key was verified"),
    );
  });
});
