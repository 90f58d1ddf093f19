// People on a platform hear each other, in a lobby and in a server's channel; sound runs in real time.
import { readFileSync } from "node:fs";
import { connectPlatform } from "@sdkpp/platform/control";
import { openCast } from "@sdkpp/testing";
import { expect, it, onTestFinished } from "vitest";
import { botIn } from "./support-bot.js";
import { meetInChannel, meetInLobby, SPEECH, twoPeople, whyNot } from "./support-two-people.js";

const FEW = { seconds: 0.5 };

it.each([
  ["a lobby", meetInLobby],
  ["a server's channel", meetInChannel],
])("in the call of %s a file is heard as it was spoken", async (_name, meet) => {
  const people = await twoPeople();
  const { ada, ben } = people;
  await meet(people);
  await ada.speak(SPEECH);
  const atLeast = { seconds: 1, estoi: 0.8 };
  const figures = await ben.heard(ada, { of: readFileSync(SPEECH), atLeast });
  expect(figures.seconds).toBeGreaterThanOrEqual(1);
  expect(figures).toMatchObject({ undecryptable: 0 });
});

it("a tone is told from another one, each way, and each sound counts once", async () => {
  const people = await twoPeople();
  const { ada, ben } = people;
  await meetInLobby(people);
  const [speech] = await Promise.all([ada.speak({ hz: 440 }), ben.speak({ hz: 1200 })]);
  await ben.heard(ada, { of: { hz: 440 }, atLeast: FEW });
  await ada.heard(ben, { of: { hz: 1200 }, atLeast: FEW });
  const other = ben.heard(ada, { of: { hz: 1200 }, within: 300 });
  await expect(other).rejects.toMatchObject({ code: "NOT_HEARD", cause: "DAMAGED" });
  speech.stop();
  await speech.ended;
  const late = ben.heard(ada, { of: { hz: 440 }, within: 400, atLeast: FEW });
  await expect(late).rejects.toMatchObject({ code: "NOT_HEARD" });
});

it("what is spoken again takes the place of what was spoken, and people come and go", async () => {
  const people = await twoPeople();
  const { ada, ben } = people;
  await meetInChannel(people);
  const first = await ada.speak({ hz: 440 });
  await ada.speak({ hz: 880 });
  await first.ended;
  await ben.heard(ada, { of: { hz: 880 }, atLeast: FEW });
  await ada.leave();
  await meetInChannel(people);
  await ada.speak({ hz: 660 });
  await ben.heard(ada, { of: { hz: 660 }, atLeast: FEW });
});

it("a bot is heard by its id, whichever library it has", async () => {
  const { platform, ada } = await twoPeople();
  const { voiceChannelId, botUserId } = platform.seeded;
  const connection = await botIn(platform);
  await ada.joinVoice(voiceChannelId);
  expect(await whyNot(ada, botUserId)).toMatchObject({ cause: "NOT_SPEAKING" });
  connection.play(SPEECH);
  await ada.heard(botUserId, { of: SPEECH, atLeast: { seconds: 1, estoi: 0.8 } });
});

it("people act on a platform of another process, through its control API", async () => {
  const { seeded, controlApi } = (await twoPeople({ controlApi: {} })).platform;
  const cast = await openCast(await connectPlatform(controlApi));
  onTestFinished(() => cast.close());
  const [cyd, dot] = await Promise.all([cast.actor("cyd"), cast.actor("dot")]);
  for (const player of [cyd, dot]) await player.joinVoice(await player.joinLobby("elsewhere"));
  expect(await whyNot(cyd, dot, { within: 0 })).toMatchObject({ cause: "NOT_SPEAKING" });
  for (const member of [cyd, dot]) {
    await member.joinServer(seeded.guildId);
    await member.joinVoice(seeded.voiceChannelId);
  }
  await dot.speak({ hz: 440 });
  await cyd.heard(dot, { of: { hz: 440 }, atLeast: FEW });
  await dot.mute();
  await cyd.say(seeded.textChannelId, "dot?");
  await dot.sees(({ content }) => content === "dot?", { in: seeded.textChannelId });
});
