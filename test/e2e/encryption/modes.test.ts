import { afterEach, describe, expect, test } from "vitest";
import { startPlatform } from "@sdkpp/platform";
import { Call } from "sdkpp";
import { enterLobby } from "../../support/players.js";
import { waitFor } from "../../support/wait-for.js";
import { EncryptedChannel, PacketLog, speak } from "./support-encrypted-channel.js";

const HZ = 440;
/** 100 ms of 20 ms packets: what one transition may cost at most. */
const TRANSITION_LIMIT = 5;

const undo: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function open(bots: number, e2ee: "required" | "optional" | "off"): Promise<EncryptedChannel> {
  const channel = await EncryptedChannel.open(bots, { e2ee });
  undo.push(() => channel.close());
  return channel;
}

describe("a platform that requires encryption", () => {
  test("rejects a bot without encryption, with advice", async () => {
    const channel = await open(1, "required");
    const member = await channel.approach(0, { e2ee: false });
    await expect(member.voice.ready()).rejects.toMatchObject({
      code: "FORBIDDEN",
      message: expect.stringMatching(/close code 4017.*`e2ee: false`/) as string,
    });
  });

  test("ends the call of a client without encryption with Forbidden and 4017", async () => {
    const platform = await startPlatform({ e2ee: "required" });
    undo.push(() => platform.stop());
    const player = await enterLobby(platform, platform.seeded.userIds[0], "room", { e2ee: false });
    undo.push(() => Promise.resolve(player.client.destroy()));
    const ends: unknown[][] = [];
    const call = player.client.startCall(player.lobbyId);
    call.setStatusChangedCallback((...status) => ends.push(status));
    await waitFor("the end", () => ends.at(-1)?.[0] === Call.Status.Disconnected);
    expect(ends.at(-1)).toEqual([Call.Status.Disconnected, Call.Error.Forbidden, 4017]);
    expect(player.logs.join("\n")).toContain("leave the option e2ee at its default");
  });
});

describe("a platform where encryption is optional", () => {
  test("becomes unencrypted for a bot without it, and encrypted again after it leaves, during speech", async () => {
    const channel = await open(3, "optional");
    const one = await channel.enter(0);
    const two = await channel.enter(1);
    const before = await channel.settled();
    speak(one, HZ);
    const log = PacketLog.of(two, one);
    await waitFor("speech", () => log.count > 20);

    const old = await channel.enter(2, { e2ee: false });
    const heardClear = PacketLog.of(old, one);
    await waitFor("the end of encryption", () =>
      [one, two].every(({ voice }) => voice.encryption.state === "off"),
    );
    await waitFor("speech in the clear", () => heardClear.count > 20);
    const during = log.count;
    await waitFor("speech on", () => log.count > during + 20);

    channel.leave(old);
    const after = await channel.settled([one, two]);
    const encrypted = log.count;
    await waitFor("encrypted speech", () => log.count > encrypted + 20);
    expect(after).not.toBe(before);
    expect(log.gaps(), "each gap in packets").toSatisfy((gaps: number[]) =>
      gaps.every((gap) => gap <= TRANSITION_LIMIT),
    );
    const { e2ee } = two.voice.getStats().speakers[0]!;
    // In the clear from somebody who had executed the end of encryption earlier than the listener.
    expect(e2ee.undecryptable).toBeLessThanOrEqual(TRANSITION_LIMIT);
    expect(e2ee.passthrough).toBeGreaterThan(0);
    expect(one.failures.concat(two.failures)).toEqual([]);
  });
});

describe("a platform without encryption", () => {
  test("announces version 0, and calls are unencrypted", async () => {
    const channel = await open(2, "off");
    const one = await channel.enter(0);
    const two = await channel.enter(1);
    speak(one, HZ);
    const log = PacketLog.of(two, one);
    await waitFor("speech", () => log.count > 20);
    expect(two.voice.encryption).toEqual({ state: "off", version: 0, epoch: 0n, privacyCode: "" });
    expect(log.gaps()).toEqual([]);
  });
});
