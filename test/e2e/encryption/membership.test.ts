import { afterEach, describe, expect, test } from "vitest";
import { toneShare } from "../../support/tone.js";
import { waitFor } from "../../support/wait-for.js";
import { EncryptedChannel, PacketLog, speak, type Member } from "./support-encrypted-channel.js";

const HZ = 440;
/** 100 ms of 20 ms packets: what one transition may cost at most. */
const TRANSITION_LIMIT = 5;

let channel: EncryptedChannel;

afterEach(() => channel.close());

function crypto(listener: Member, speaker: Member) {
  const stats = listener.voice.getStats().speakers.find(({ userId }) => userId === speaker.userId);
  return stats?.e2ee ?? { opened: 0, undecryptable: 0, lateEpoch: 0, passthrough: 0 };
}

describe("who is in the call", () => {
  test("two members see one code of 30 digits, and one verification code of 45", async () => {
    channel = await EncryptedChannel.open(2);
    const one = await channel.enter(0);
    expect(one.voice.encryption).toEqual({ state: "pending", version: 1, epoch: 0n, privacyCode: "" });
    const two = await channel.enter(1);
    const code = await channel.settled();
    expect(code).toMatch(/^\d{30}$/);
    expect(one.voice.encryption).toEqual({ state: "on", version: 1, epoch: 1n, privacyCode: code });
    const pair = await one.voice.verificationCode(two.userId);
    expect(pair).toMatch(/^\d{45}$/);
    expect(await two.voice.verificationCode(one.userId)).toBe(pair);
    expect(await one.voice.verificationCode(one.userId)).toBeUndefined();
    expect(await one.voice.verificationCode(1n)).toBeUndefined();
  });

  test("the code changes with every join and leave, and everybody stays audible", async () => {
    channel = await EncryptedChannel.open(4);
    const one = await channel.enter(0);
    const two = await channel.enter(1);
    const codes = [await channel.settled()];
    speak(one, HZ);
    const log = PacketLog.of(two, one);
    const three = await channel.enter(2);
    codes.push(await channel.settled());
    const four = await channel.enter(3);
    codes.push(await channel.settled());
    channel.leave(three);
    await waitFor("the leave", () => two.voice.encryption.epoch > BigInt(codes.length));
    codes.push(await channel.settled());
    const heard = log.count;
    await waitFor("more speech", () => log.count > heard + 25);
    expect(new Set(codes).size).toBe(4);
    expect(log.gaps()).toEqual([]);
    expect(crypto(two, one)).toMatchObject({ undecryptable: 0, passthrough: 0 });
    expect(four.failures.concat(one.failures, two.failures)).toEqual([]);
  });

  test("solo, group, solo, group: alone there is no key, and each group has its own code", async () => {
    channel = await EncryptedChannel.open(2);
    const one = await channel.enter(0);
    const codes = new Set<string>();
    for (let round = 0; round < 3; round += 1) {
      const two = await channel.enter(1);
      codes.add(await channel.settled());
      const playback = speak(one, HZ);
      const log = PacketLog.of(two, one);
      await waitFor("speech", () => log.count > 20);
      expect(log.gaps()).toEqual([]);
      playback.stop();
      channel.leave(two);
      await waitFor("being alone", () => one.voice.encryption.state === "pending");
    }
    expect(codes.size).toBe(3);
    expect(one.failures).toEqual([]);
  });

  test("former members cannot decrypt later frames, and new members cannot decrypt earlier ones", async () => {
    channel = await EncryptedChannel.open(3);
    const one = await channel.enter(0);
    const two = await channel.enter(1);
    await channel.settled();
    let heard = 0;
    const stream = two.voice.receiver.subscribe(one.userId, { format: "pcm" });
    void (async () => {
      for await (const block of stream) {
        if (block.data instanceof Int16Array && toneShare(block.data, HZ) > 0.5) heard += 1;
      }
    })();
    speak(one, HZ);
    await waitFor("speech", () => heard > 20);
    const three = await channel.enter(2);
    await channel.settled();
    const log = PacketLog.of(three, one);
    await waitFor("the newcomer to hear", () => log.count > 20);
    expect(log.gaps()).toEqual([]);
  });
});

/** `npm run soak` asks for a minute. */
const SPEECH_S = Number(process.env["SDKPP_MEMBERSHIP_SECONDS"] ?? 8);

test(
  "speech during a join or leave every two seconds: nothing is lost",
  async () => {
    channel = await EncryptedChannel.open(8);
    const speaker = await channel.enter(0);
    const listener = await channel.enter(1);
    await channel.settled();
    speak(speaker, HZ);
    const log = PacketLog.of(listener, speaker);
    await waitFor("speech", () => log.count > 10);
    const guests: Member[] = [];
    const free = [2, 3, 4, 5, 6, 7];
    const chairs = new Map<Member, number>();
    const until = Date.now() + SPEECH_S * 1000;
    let changes = 0;
    for (; Date.now() < until; changes += 1) {
      const chair = changes % 3 === 2 ? undefined : free.shift();
      if (chair === undefined) {
        const guest = guests.shift()!;
        channel.leave(guest);
        free.push(chairs.get(guest)!);
      } else {
        const guest = await channel.enter(chair);
        guests.push(guest);
        chairs.set(guest, chair);
      }
      await new Promise((resolve) => setTimeout(resolve, 2000));
    }
    await channel.settled();
    const stats = crypto(listener, speaker);
    expect(log.count).toBeGreaterThan(SPEECH_S * 45);
    expect(Math.max(0, ...log.gaps()), `gaps ${log.gaps().join(" ")}`).toBeLessThanOrEqual(TRANSITION_LIMIT);
    expect(stats.undecryptable, JSON.stringify(stats)).toBe(0);
    expect(channel.members.flatMap(({ failures }) => failures)).toEqual([]);
    expect(listener.voice.encryption.epoch).toBeGreaterThanOrEqual(BigInt(changes));
  },
  SPEECH_S * 1000 + 30_000,
);
