import { afterEach, describe, expect, it } from "vitest";
import { startPlatform } from "@sdkpp/platform";
import { AuthorizationTokenType, Call, Client, type ClientHostOptions } from "sdkpp";
import { waitFor } from "../../support/wait-for.js";
import { FrameSocket } from "../platform/support-socket.js";
import { player, platformForTest, sdkSession } from "../platform/support-platform.js";
import { Meeting } from "./meeting.js";

const undo: (() => unknown)[] = [];

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** The system's time, with a list of what is still to come. */
class CountingClock {
  readonly #pending = new Set<NodeJS.Timeout>();
  readonly now = (): number => performance.now();

  get pending(): number {
    return this.#pending.size;
  }

  schedule(delayMs: number, task: () => void): () => void {
    const timer = setTimeout(() => {
      this.#pending.delete(timer);
      task();
    }, delayMs);
    this.#pending.add(timer);
    return () => {
      this.#pending.delete(timer);
      clearTimeout(timer);
    };
  }

  afterInput(task: () => void): () => void {
    return this.schedule(0, task);
  }
}

async function meet(host: ClientHostOptions = {}): Promise<Meeting> {
  const meeting = await Meeting.open({}, host);
  undo.push(() => meeting.close());
  return meeting;
}

/** The client's statuses, and how often it looked for a gateway. */
function watch(meeting: Meeting) {
  const statuses: [number, number, number][] = [];
  meeting.ben.client.setStatusChangedCallback((...told) => statuses.push(told));
  return statuses;
}

describe("a token that becomes invalid during a session", () => {
  it.each<[string, (meeting: Meeting) => Promise<void> | void]>([
    [
      "revoked",
      ({ platform: { control, seeded } }) => control.tokens.revoke(seeded.applicationId, seeded.userIds[1]),
    ],
    [
      "expired, noticed at the next resume",
      async ({ platform: { control, seeded } }) => {
        await control.clock.advance(8 * 24 * 3_600_000);
        control.gateway.close(seeded.userIds[1], "reset");
      },
    ],
  ])("%s: disconnected with 4004, without a retry", async (_claim, kill) => {
    let requests = 0;
    const clock = new CountingClock();
    const meeting = await meet({
      clock,
      fetch: (input, init) => {
        requests += 1;
        return fetch(input, init);
      },
    });
    const statuses = watch(meeting);
    const call = meeting.listen();
    await meeting.connected();
    await kill(meeting);
    await waitFor("the end", () => statuses.at(-1)?.[0] === Client.Status.Disconnected);
    expect(statuses.at(-1)).toEqual([Client.Status.Disconnected, Client.Error.UnexpectedClose, 4004]);
    await meeting.ben.client.endCalls();
    expect(call.isValid()).toBe(false);
    const asked = requests;
    // No appointment is left, so nothing can come of itself.
    await waitFor("the last appointment", () => clock.pending === 0);
    expect(requests).toBe(asked);
    const fresh = meeting.platform.control.tokens.issue(
      meeting.platform.seeded.applicationId,
      meeting.platform.seeded.userIds[1],
      Client.getDefaultCommunicationScopes(),
    );
    await meeting.ben.client.updateToken(AuthorizationTokenType.Bearer, fresh.access_token);
    meeting.ben.client.connect();
    await waitFor("a new start", () => meeting.ben.client.getStatus() === Client.Status.Ready);
  });
});

describe("a port in use", () => {
  it.each(["port", "voicePort"] as const)("of %s is reported, and nothing remains", async (which) => {
    const first = await platformForTest();
    const address = which === "port" ? first.endpoints.webBase : `https://${first.endpoints.voice}`;
    const port = Number(new URL(address).port);
    await expect(startPlatform({ [which]: port })).rejects.toMatchObject({
      code: "EADDRINUSE",
      message: expect.stringContaining(String(port)),
    });
    await first.stop();
    const second = await startPlatform({ [which]: port });
    await second.stop();
  });
});

describe("a wrong payload", () => {
  const lobby = { lobby_id: "1", self_mute: false, self_deaf: false };

  it.each<[string, string | Buffer, number | undefined]>([
    ["cut off", '{"op":17,"d":[{"lobby_', 4002],
    ["an array", "[]", 4002],
    ["with a text for its op", '{"op":"17","d":[]}', 4002],
    ["with a fraction for its op", '{"op":1.5,"d":null}', 4002],
    ["with an id that is no number", `{"op":17,"d":[{"lobby_id":"0x12"}]}`, 4002],
    ["with a negative id", `{"op":17,"d":[{"lobby_id":-1}]}`, 4002],
    ["with a fraction for its id", `{"op":17,"d":[{"lobby_id":1.5}]}`, 4002],
    ["with a field of the wrong kind", JSON.stringify({ op: 17, d: [{ ...lobby, self_mute: "yes" }] }), 4002],
    ["without its id", '{"op":17,"d":[{"self_mute":false}]}', 4002],
    ["with more calls than there may be", JSON.stringify({ op: 17, d: Array(101).fill(lobby) }), 4002],
    ["too large", JSON.stringify({ op: 17, d: [{ ...lobby, padding: "x".repeat(16_000) }] }), 4002],
    [
      "with further fields",
      JSON.stringify({ op: 17, d: [{ ...lobby, colour: "red" }], extra: {} }),
      undefined,
    ],
    ["with a call to a lobby that is not", JSON.stringify({ op: 17, d: [lobby] }), undefined],
    [
      "with numeric ids in op 4",
      '{"op":4,"d":{"guild_id":1382102394057228291,"channel_id":null}}',
      undefined,
    ],
    ["with a 64-bit number that no double holds", `{"op":17,"d":[{"lobby_id":9007199254740993}]}`, undefined],
  ])("%s closes at most its own session", async (_claim, payload, code) => {
    const platform = await platformForTest();
    const ben = await sdkSession(platform, player(platform, 1));
    const ada = await sdkSession(platform, player(platform, 0));
    ada.socket.sendRaw(payload);
    if (code !== undefined) expect(await ada.socket.closed()).toBe(code);
    else {
      ada.socket.send(1, null);
      await ada.socket.op(11);
      expect(ada.socket.closeCode).toBeUndefined();
    }
    ben.socket.send(1, null);
    await ben.socket.op(11);
    for (const { socket } of [ada, ben]) socket.close();
  });

  it("op 4 with bare 64-bit numbers joins exactly that channel", async () => {
    const platform = await platformForTest();
    const { guildId, voiceChannelId, botToken } = platform.seeded;
    const bot = new FrameSocket(`${platform.endpoints.gateway}?v=10&encoding=json`);
    await bot.op(10);
    bot.send(2, { token: botToken, properties: {}, intents: 1 | (1 << 7) });
    await bot.event("READY");
    bot.sendRaw(`{"op":4,"d":{"guild_id":${guildId},"channel_id":${voiceChannelId},"self_mute":false}}`);
    const state = await bot.event("VOICE_STATE_UPDATE");
    expect(state["channel_id"]).toBe(voiceChannelId);
    bot.close();
  });
});

describe("a malformed audio file", () => {
  const wav = (change: (file: Buffer) => Buffer | void): Buffer => {
    const file = Buffer.alloc(44 + 1920);
    Buffer.from(
      "52494646a407000057415645666d742010000000010001008" + "0bb00000077010002001000646174618007000000",
      "hex",
    ).copy(file);
    return change(file) ?? file;
  };

  const LYING_WAVS: [string, Buffer][] = [
    ["nothing", Buffer.alloc(0)],
    ["no RIFF", wav((file) => void file.write("RIFX", 0))],
    ["no WAVE", wav((file) => void file.write("AVI ", 8))],
    ["no channels", wav((file) => void file.writeUInt16LE(0, 22))],
    ["65,535 channels", wav((file) => void file.writeUInt16LE(0xffff, 22))],
    ["rate 0", wav((file) => void file.writeUInt32LE(0, 24))],
    ["rate 4,294,967,295", wav((file) => void file.writeUInt32LE(0xffffffff, 24))],
    ["an unknown codec", wav((file) => void file.writeUInt16LE(0x1234, 20))],
    ["7 bits", wav((file) => void file.writeUInt16LE(7, 34))],
    ["a block size that does not fit", wav((file) => void file.writeUInt16LE(7, 32))],
    ["a format chunk of 4 GiB", wav((file) => void file.writeUInt32LE(0xffffffff, 16))],
    ["a header cut off", wav((file) => file.subarray(0, 30))],
    ["no data", wav((file) => file.subarray(0, 36))],
  ];

  const LYING_OGGS: [string, Buffer][] = [
    ["nothing", Buffer.alloc(0)],
    ["a WAV", wav(() => undefined)],
    [
      "one page that claims 255 segments",
      Buffer.concat([Buffer.from("OggS\0\x02"), Buffer.alloc(20), Buffer.from([255])]),
    ],
    ["noise behind the capture pattern", Buffer.concat([Buffer.from("OggS"), Buffer.alloc(200, 0xa5)])],
  ];

  it.each<["playWav" | "playOgg", string, [string, Buffer][]]>([
    ["playWav", "WAV_INVALID", LYING_WAVS],
    ["playOgg", "OGG_INVALID", LYING_OGGS],
  ])("%s: each is rejected with %s and a reason, and the call continues", async (play, code, files) => {
    const meeting = await meet();
    const humming = meeting.hum();
    const call = meeting.listen();
    await Meeting.plays(call, 200);
    for (const [claim, file] of files) {
      let rejection: unknown;
      try {
        humming[play](file);
      } catch (error) {
        rejection = error;
      }
      expect(rejection, claim).toMatchObject({ code, message: expect.stringMatching(/\w+ \w+/) });
    }
    await meeting.hearsAll(call, 1500);
    expect(humming.getStatus()).toBe(Call.Status.Connected);
  });

  it("a WAV that claims too many samples plays the existing ones", async () => {
    const meeting = await meet();
    const humming = meeting.hum();
    await meeting.connected();
    const ended = new Promise<void>((resolve) => void humming.on("inputEnded", () => resolve()));
    humming.playWav(wav((file) => void file.writeUInt32LE(0xfffffff0, 40)));
    await ended;
    expect(humming.getStatus()).toBe(Call.Status.Connected);
  });
});
