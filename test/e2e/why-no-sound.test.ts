// `why()` of a call and of a bot's connection: each broken state is made to happen; sound runs in real time.
import { AudioModeType } from "sdkpp";
import type { GuildVoiceConnection, SoundFinding } from "sdkpp/voice";
import { AeadMode } from "sdkpp/wire";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { waitFor } from "../support/wait-for.js";
import { BotScene, HZ, listen, type Heard, tonePieces, wavFile } from "./bot/support-voice-bots.js";
import { Meeting } from "./faults/meeting.js";
import { VoiceClient } from "./platform/support-voice.js";

const shape = (findings: readonly SoundFinding[]): string[] =>
  findings.map(({ about, cause }) => `${about}: ${cause}`);

// Its tests follow one another; those of the next block run beside them.
describe.concurrent("a bot's connection", () => {
  let scene: BotScene;
  let one: Awaited<ReturnType<BotScene["enter"]>>;
  let two: Awaited<ReturnType<BotScene["enter"]>>;
  /** what the first hears of the second */
  let heard: Heard;

  beforeAll(async () => {
    scene = await BotScene.start();
    one = await scene.enter(0);
    two = await scene.enter(1);
    for (const { voice } of [one, two]) await voice.encrypted();
  });
  afterAll(() => scene?.end());
  afterEach(() => scene.platform.control.faults.clearImpairments());

  const play = ({ voice }: { voice: GuildVoiceConnection }) =>
    voice.play({ type: "pcm", samples: tonePieces(HZ), sampleRate: 48_000, channels: 2 });

  it.sequential(
    "says that nothing plays, that nothing is subscribed, and that the other has not spoken",
    async () => {
      expect(shape(await one.voice.why())).toEqual(["being heard: NO_INPUT", "hearing: NOT_SUBSCRIBED"]);
      heard = listen(one.voice.receiver.subscribe(two.bot.userId, { format: "pcm" }));
      listen(two.voice.receiver.subscribe(one.bot.userId, { format: "opus" }));
      const [, hearing] = await one.voice.why();
      expect(hearing).toMatchObject({ cause: "NOT_SPEAKING", userId: BigInt(two.bot.userId) });
    },
  );

  it.sequential("says nothing when both are heard, several times at once", async () => {
    for (const each of [one, two]) play(each);
    await waitFor("both to be heard", () =>
      [one, two].every(({ voice }) =>
        voice.getStats().speakers.some(({ packetsReceived }) => packetsReceived > 10),
      ),
    );
    expect(await Promise.all([one.voice.why(), one.voice.why(), two.voice.why()])).toEqual([[], [], []]);
  });

  it.sequential("says whose volume is 0", async ({ onTestFinished }) => {
    one.voice.setUserVolume(two.bot.userId, 0);
    onTestFinished(() => one.voice.setUserVolume(two.bot.userId, 100));
    expect(shape(await one.voice.why())).toEqual(["hearing: VOLUME_ZERO"]);
  });

  it.sequential("says that what arrives is silence", async ({ onTestFinished }) => {
    two.voice.play({ type: "wav", file: wavFile(new Int16Array(480_000)) });
    onTestFinished(() => void play(two));
    // What was played before is still on its way at first.
    await waitFor(
      "the tone to end",
      () => heard.blocks.at(-1)?.data.every((sample) => sample === 0) === true,
    );
    expect(shape(await one.voice.why())).toContain("hearing: SILENT");
  });

  it.sequential("says whom the server has muted or deafened", async () => {
    const set = (isOn: boolean): void => {
      const flags = { mute: isOn, deaf: isOn };
      scene.platform.control.voice.setServerFlags(scene.guild.guildId, one.bot.userId, flags);
    };
    set(true);
    await waitFor("the mute", () => one.voice.silencedBy === "muted");
    const findings = await one.voice.why();
    set(false);
    await waitFor("the end of the mute", () => one.voice.silencedBy === undefined);
    expect(shape(findings)).toEqual(["being heard: SERVER_MUTED", "hearing: SERVER_DEAF"]);
    expect(findings[0]?.remedy).toContain("moderator");
  });

  it.sequential("says that it is deaf and mute by its own switches", async ({ onTestFinished }) => {
    one.voice.rejoin({ selfDeaf: true, selfMute: true });
    onTestFinished(() => void one.voice.rejoin({ selfDeaf: false, selfMute: false }));
    expect(shape(await one.voice.why())).toEqual(["being heard: SELF_MUTED", "hearing: SELF_DEAF"]);
  });

  it.sequential("says that packets are lost, and that none arrives", async () => {
    const { faults } = scene.platform.control;
    await faults.impair({ seed: 1, loss: 0.5, direction: "out", userId: one.bot.userId });
    expect(shape(await one.voice.why())).toContain("hearing: LOSS");
    await faults.clearImpairments();
    await faults.impair({ seed: 1, loss: 1, direction: "in", userId: two.bot.userId });
    expect(shape(await one.voice.why())).toContain("hearing: NOTHING_RECEIVED");
  });

  it.sequential("says that no key opens what arrives", async () => {
    const { control } = scene.platform;
    const eve = control.users.create({ username: "eve" }).id;
    const app = control.as(eve);
    app.joinServer(scene.guild.guildId);
    const grant = app.enterCall(scene.guild.channelIds[0]);
    const stranger = await VoiceClient.connect(scene.platform, grant, AeadMode.Aes256Gcm, 8, 1);
    stranger.socket.send(5, { speaking: 1, delay: 0, ssrc: stranger.ready.ssrc });
    const speaking = setInterval(() => stranger.speak(`${"5a".repeat(40)}${"00".repeat(8)}010cfafa`), 20);
    try {
      listen(one.voice.receiver.subscribe(eve, { format: "pcm" }));
      const findings = await one.voice.why();
      expect(findings).toContainEqual(
        expect.objectContaining({ cause: "UNDECRYPTABLE", about: "hearing", userId: BigInt(eve) }),
      );
    } finally {
      clearInterval(speaking);
      stranger.close();
    }
  });

  it.sequential("says that it is in the audience of a stage", async () => {
    const guild = scene.platform.control.guilds.create({
      name: "Stages",
      ownerId: scene.platform.seeded.userIds[0],
      memberIds: [one.bot.userId],
      channels: [{ name: "Stage", kind: "stage" }],
    });
    const voice = scene.join(one.bot, { guildId: guild.id, channelId: guild.channels[0]!.id });
    await voice.ready();
    voice.play({ type: "wav", file: wavFile(new Int16Array(480_000)) });
    expect(shape(await voice.why())).toEqual(["being heard: SUPPRESSED"]);
    voice.destroy();
  });

  it.sequential("says with which code it was closed, also when it was destroyed meanwhile", async () => {
    const looking = two.voice.why();
    two.voice.destroy();
    expect(shape(await looking)).toEqual(["hearing: NOT_CONNECTED", "being heard: NOT_CONNECTED"]);
    const session = await scene.enter(1);
    scene.platform.control.voice.close(session.bot.userId, 4014);
    await waitFor("the close", () => session.voice.status !== "connected");
    const [hearing] = await session.voice.why();
    expect(hearing).toMatchObject({ cause: "NOT_CONNECTED", found: expect.stringContaining("4014") });
  });
});

// The silence after which a path counts as dead is long: others are asked meanwhile.
describe.concurrent("of their own", () => {
  it("a bot's connection says that the path is dead", async (context) => {
    const scene = await BotScene.start();
    context.onTestFinished(() => scene.end());
    const { voice } = await scene.enter(0);
    const { bot } = await scene.enter(1);
    await voice.encrypted();
    listen(voice.receiver.subscribe(bot.userId, { format: "pcm" }));
    const phases: string[] = [];
    voice.on("phase", (phase) => phases.push(phase));
    await scene.platform.control.faults.impair({ seed: 1, loss: 1 });
    await waitFor("the path to be silent", () => phases.includes("pathSilent"), 40_000);
    expect(shape(await voice.why())).toEqual(["hearing: PATH_SILENT", "being heard: PATH_SILENT"]);
  });

  it("a game's call says what is wrong with switches, keys, volumes and sources, until it is over", async (context) => {
    const meeting = await Meeting.open();
    context.onTestFinished(() => meeting.close());
    const [ada, ben] = [meeting.hum(), meeting.listen()];
    await Promise.all([ada.encrypted(), ben.encrypted()]);
    const { userId } = meeting.ada;
    const verdicts: [expected: string[], change: () => void, restore: () => void][] = [
      [["being heard: NO_INPUT"], () => ben.closeInput(), () => ben.openPcmInput(48_000, 1)],
      [["being heard: NOTHING_SENT"], () => undefined, () => ben.setAudioMode(AudioModeType.MODE_PTT)],
      [["being heard: PUSH_TO_TALK"], () => undefined, () => ben.setPTTActive(true)],
      [
        ["being heard: NOTHING_SENT", "hearing: LOCALLY_MUTED"],
        () => ben.setLocalMute(userId, true),
        () => ben.setLocalMute(userId, false),
      ],
      [
        ["being heard: NOTHING_SENT", "hearing: VOLUME_ZERO"],
        () => meeting.ben.client.setOutputVolume(0),
        () => meeting.ben.client.setOutputVolume(100),
      ],
      [["being heard: SELF_MUTED", "hearing: SELF_DEAF"], () => ben.setSelfDeaf(true), () => undefined],
    ];
    for (const [expected, change, restore] of verdicts) {
      change();
      expect(shape(await ben.why())).toEqual(expected);
      restore();
    }
    await waitFor("the state of Ben", () => ada.getVoiceStateHandle(meeting.ben.userId)?.selfDeaf === true);
    expect(shape(await ada.why())).toEqual(["being heard: USER_DEAF", "hearing: USER_MUTED"]);
    await meeting.ben.client.endCall(meeting.ben.lobbyId);
    expect(shape(await ben.why())).toEqual(["hearing: NOT_CONNECTED", "being heard: NOT_CONNECTED"]);
    expect(shape(await ada.why())).toEqual(["being heard: ALONE"]);
  });
});
