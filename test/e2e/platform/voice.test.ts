import { AeadMode } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { platformForTest } from "./support-platform.js";
import { askToJoin, call, VoiceClient, voiceSocket, type Caller, type VoiceGrant } from "./support-voice.js";

const both = [AeadMode.Aes256Gcm, AeadMode.XChaCha20Poly1305] as const;

describe("two clients in a call", () => {
  it.each(both.flatMap((left) => both.map((right) => [left, right] as const)))(
    "%s hears %s and the other way round",
    async (left, right) => {
      const platform = await platformForTest();
      const [adas, bens] = [await call(platform, 0), await call(platform, 1)];
      const ada = await VoiceClient.connect(platform, adas.grant, left);
      const ben = await VoiceClient.connect(platform, bens.grant, right);
      expect((await ada.socket.op(11)).d).toEqual({ user_ids: [bens.grant.userId] });
      expect((await ben.socket.op(11)).d).toEqual({ user_ids: [adas.grant.userId] });
      ada.socket.send(5, { speaking: 1, delay: 0, ssrc: ada.ready.ssrc });
      ben.socket.send(5, { speaking: 1, delay: 0, ssrc: ben.ready.ssrc });
      expect((await ben.socket.op(5)).d).toEqual({
        speaking: 1,
        ssrc: ada.ready.ssrc,
        user_id: adas.grant.userId,
      });
      await ada.socket.op(5);
      for (let n = 0; n < 10; n += 1) {
        ada.speak(`f8aa0${n}`);
        ben.speak(`f8bb0${n}`);
      }
      expect((await ben.heard(10)).map((one) => one.payload)).toEqual(
        Array.from({ length: 10 }, (_, n) => `f8aa0${n}`),
      );
      expect((await ada.heard(10)).map((one) => one.payload)).toEqual(
        Array.from({ length: 10 }, (_, n) => `f8bb0${n}`),
      );
      const { counters, sessions } = await platform.control.voice.stats();
      expect(counters).toMatchObject({ opened: 20, forwarded: 20, refused: 0 });
      // A client asks again when the answer takes its time.
      expect(counters.discoveries).toBeGreaterThanOrEqual(2);
      expect(sessions.map((one) => one.packetsIn)).toEqual([10, 10]);
      ada.close();
      expect((await ben.socket.op(13)).d).toEqual({ user_id: adas.grant.userId });
      ben.close();
    },
  );

  it("media follows a second op 1, and nothing else when the platform does not latch", async () => {
    const platform = await platformForTest();
    await platform.control.voice.setLatching(false);
    const [adas, bens] = [await call(platform, 0), await call(platform, 1)];
    const ada = await VoiceClient.connect(platform, adas.grant, AeadMode.Aes256Gcm);
    const ben = await VoiceClient.connect(platform, bens.grant, AeadMode.Aes256Gcm);
    for (const { socket, ready } of [ada, ben]) socket.send(5, { speaking: 1, delay: 0, ssrc: ready.ssrc });
    ada.speak("f8aa00");
    await ben.heard(1);
    const before = await platform.control.voice.stats();
    expect(await ben.move(platform, AeadMode.Aes256Gcm)).toMatchObject({ mode: AeadMode.Aes256Gcm });
    ada.speak("f8aa01");
    ben.speak("f8bb00");
    expect((await ben.heard(2))[1]?.payload).toBe("f8aa01");
    expect((await ada.heard(1))[0]?.payload).toBe("f8bb00");
    const { sessions } = await platform.control.voice.stats();
    expect(sessions.map(({ ssrc }) => ssrc)).toEqual(before.sessions.map(({ ssrc }) => ssrc));
    expect(sessions[1]?.address).toBe(`127.0.0.1:${String(ben.discovered.port)}`);
    ada.close();
    ben.close();
  });

  it("a new member gets the known speaking states, and earlier media is held until then", async () => {
    const platform = await platformForTest();
    const [adas, bens] = [await call(platform, 0), await call(platform, 1)];
    const ben = await VoiceClient.connect(platform, bens.grant, AeadMode.Aes256Gcm);
    const ada = await VoiceClient.connect(platform, adas.grant, AeadMode.Aes256Gcm);
    await ben.socket.op(11);
    ada.speak("f8aa00");
    // The forwarder answers in order: once it has opened the packet, it holds it.
    while ((await platform.control.voice.stats()).counters.opened === 0);
    expect(ben.received).toEqual([]);
    ada.socket.send(5, { speaking: 1, delay: 0, ssrc: ada.ready.ssrc });
    expect((await ben.heard(1))[0]?.payload).toBe("f8aa00");
    ben.close();
    await ada.socket.op(13);
    const again = await VoiceClient.connect(platform, await rejoin(bens), AeadMode.Aes256Gcm);
    expect((await again.socket.op(5)).d).toMatchObject({ user_id: adas.grant.userId, speaking: 1 });
    ada.close();
    again.close();
  });

  const rejoin = ({ gateway, lobbyId, grant }: Caller): Promise<VoiceGrant> =>
    askToJoin(gateway, lobbyId, grant.userId, grant.sessionId);

  it("a member that the server has deafened receives nothing, one that has deafened itself receives all", async () => {
    const platform = await platformForTest();
    const [adas, bens] = [await call(platform, 0), await call(platform, 1)];
    const ada = await VoiceClient.connect(platform, adas.grant, AeadMode.Aes256Gcm);
    const ben = await VoiceClient.connect(platform, bens.grant, AeadMode.Aes256Gcm);
    ada.socket.send(5, { speaking: 1, ssrc: ada.ready.ssrc });
    await ben.socket.op(5);
    const { lobbyId, grant, gateway } = bens;
    const deafen = (deaf: boolean): void =>
      platform.control.voice.setServerFlags(lobbyId, grant.userId, { mute: false, deaf });
    const forwarded = async (): Promise<number> => (await platform.control.voice.stats()).counters.forwarded;
    gateway.send(17, [{ lobby_id: lobbyId, self_mute: false, self_deaf: true }]);
    while ((await gateway.event("LOBBY_VOICE_STATE_UPDATE"))["self_deaf"] !== true);
    ada.speak("f8aa00");
    expect((await ben.heard(1))[0]?.payload).toBe("f8aa00");
    const before = await forwarded();
    deafen(true);
    ada.speak("f8aa01");
    while ((await platform.control.voice.stats()).sessions[0]?.packetsIn !== 2);
    expect(await forwarded()).toBe(before);
    deafen(false);
    ada.speak("f8aa02");
    expect((await ben.heard(2))[1]?.payload).toBe("f8aa02");
    ada.close();
    ben.close();
  });

  it("a muted member is not forwarded", async () => {
    const platform = await platformForTest();
    const [adas, bens] = [await call(platform, 0), await call(platform, 1)];
    const ada = await VoiceClient.connect(platform, adas.grant, AeadMode.Aes256Gcm);
    const ben = await VoiceClient.connect(platform, bens.grant, AeadMode.Aes256Gcm);
    ada.socket.send(5, { speaking: 1, ssrc: ada.ready.ssrc });
    await ben.socket.op(5);
    platform.control.voice.setServerFlags(adas.lobbyId, adas.grant.userId, { mute: true, deaf: false });
    expect(platform.control.voice.members(adas.lobbyId)).toMatchObject([
      {
        userId: adas.grant.userId,
        channelId: adas.lobbyId,
        mute: true,
        suppress: false,
        hasAnnounced: true,
        isSpeaking: true,
      },
      { userId: bens.grant.userId, selfDeaf: false, mute: false, hasAnnounced: false },
    ]);
    ada.speak("f8aa00");
    while ((await platform.control.voice.stats()).counters.silenced === 0);
    platform.control.voice.setServerFlags(adas.lobbyId, adas.grant.userId, { mute: false, deaf: false });
    ada.speak("f8aa01");
    expect((await ben.heard(1))[0]?.payload).toBe("f8aa01");
    ada.close();
    ben.close();
  });

  it("a seeded bad network loses the same packets every time", async () => {
    const run = async (): Promise<string[]> => {
      const platform = await platformForTest();
      const [adas, bens] = [await call(platform, 0), await call(platform, 1)];
      const ada = await VoiceClient.connect(platform, adas.grant, AeadMode.Aes256Gcm);
      const ben = await VoiceClient.connect(platform, bens.grant, AeadMode.Aes256Gcm);
      ada.socket.send(5, { speaking: 1, ssrc: ada.ready.ssrc });
      await ben.socket.op(5);
      await platform.control.faults.impair({ seed: 5, loss: 0.3, duplicate: 0.1, direction: "in" });
      for (let n = 0; n < 100; n += 1) ada.speak(`f8${n.toString(16).padStart(2, "0")}`);
      for (;;) {
        const { counters, sessions } = await platform.control.voice.stats();
        if ((sessions[0]?.packetsIn ?? 0) + counters.impairedLost >= 100) break;
      }
      const { counters } = await platform.control.voice.stats();
      await ben.heard(counters.forwarded);
      ada.close();
      ben.close();
      return ben.received.map((one) => one.payload);
    };
    const [first, second] = [await run(), await run()];
    expect(first.length).toBeGreaterThan(50);
    expect(first.length).toBeLessThan(90);
    expect(second).toEqual(first);
  });
});

describe("voice resume", () => {
  it("replays text after seq_ack in order, without 13 and 11, while media flows", async () => {
    const platform = await platformForTest();
    platform.control.voice.setSeqStart(65_535);
    const [adas, bens] = [await call(platform, 0), await call(platform, 1)];
    const ada = await VoiceClient.connect(platform, adas.grant, AeadMode.Aes256Gcm);
    const ben = await VoiceClient.connect(platform, bens.grant, AeadMode.Aes256Gcm);
    expect((await ada.socket.op(11)).seq).toBe(65_535);
    expect([(await ada.socket.op(18)).seq, (await ada.socket.op(20)).seq]).toEqual([1, 2]);
    platform.control.voice.close(adas.grant.userId, 4015);
    expect(await ada.socket.closed()).toBe(4015);
    ada.speak("f8aa00");
    ben.socket.send(5, { speaking: 1, ssrc: ben.ready.ssrc });
    ben.socket.send(5, { speaking: 0, ssrc: ben.ready.ssrc });
    ben.speak("f8bb00");
    await ada.heard(1);
    const socket = voiceSocket(platform);
    socket.send(7, {
      server_id: adas.lobbyId,
      session_id: adas.grant.sessionId,
      token: adas.grant.token,
      seq_ack: 1,
    });
    const frames = [];
    for (let n = 0; n < 5; n += 1) frames.push(await socket.next(() => true));
    expect(frames.map((frame) => [frame.op, frame.seq])).toEqual([
      [8, undefined],
      [9, undefined],
      [20, 2],
      [5, 3],
      [5, 4],
    ]);
    socket.send(5, { speaking: 1, ssrc: ada.ready.ssrc });
    await ben.socket.op(5);
    expect(ben.socket.frames.some((frame) => frame.op === 13)).toBe(false);
    socket.close();
    ada.close();
    ben.close();
  });

  it.each<[string, object]>([
    ["a wrong token", { token: "x" }],
    ["another server", { server_id: "1" }],
    ["another session", { session_id: "x" }],
    ["a number that was never sent", { seq_ack: 999 }],
  ])("4006 for %s", async (_claim, more) => {
    const platform = await platformForTest();
    const { grant, lobbyId } = await call(platform, 0);
    const ada = await VoiceClient.connect(platform, grant, AeadMode.Aes256Gcm);
    platform.control.voice.close(grant.userId, "reset");
    await ada.socket.closed();
    const socket = voiceSocket(platform);
    socket.send(7, {
      server_id: lobbyId,
      session_id: grant.sessionId,
      token: grant.token,
      seq_ack: -1,
      ...more,
    });
    expect(await socket.closed()).toBe(4006);
    ada.close();
  });

  it("no jump of the clock closes a socket, and a session can be resumed for 60 seconds", async () => {
    const platform = await platformForTest();
    const { grant, lobbyId } = await call(platform, 0);
    const ada = await VoiceClient.connect(platform, grant, AeadMode.Aes256Gcm);
    ada.socket.send(3, { t: 1501184119561, seq_ack: -1 });
    expect((await ada.socket.op(6)).d).toEqual({ t: 1501184119561 });
    await platform.control.clock.advance(3 * 13_750 + 1);
    ada.socket.send(3, { t: 1501184119562, seq_ack: -1 });
    expect((await ada.socket.op(6)).d).toEqual({ t: 1501184119562 });
    platform.control.voice.close(grant.userId, 4009);
    expect(await ada.socket.closed()).toBe(4009);
    const resume = { server_id: lobbyId, session_id: grant.sessionId, token: grant.token, seq_ack: -1 };
    const second = voiceSocket(platform);
    second.send(7, resume);
    await second.op(9);
    platform.control.voice.close(grant.userId, 4009);
    await second.closed();
    await platform.control.clock.advance(60_001);
    const third = voiceSocket(platform);
    third.send(7, resume);
    expect(await third.closed()).toBe(4006);
    ada.close();
  });
});
