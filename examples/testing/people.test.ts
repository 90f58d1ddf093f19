// Tests with people: they write in a lobby and in a server, speak, and hear each other, or learn why they do not.
import { startPlatform, type Platform } from "@sdkpp/platform";
import { NotHeardError, openCast, type Actor, type Cast } from "@sdkpp/testing";
import { afterEach, beforeEach, expect, test } from "vitest";

let platform: Platform;
let cast: Cast;
let ada: Actor;
let ben: Actor;

beforeEach(async () => {
  platform = await startPlatform();
  cast = await openCast(platform);
  ada = await cast.actor("ada");
  ben = await cast.actor("ben");
});
afterEach(async () => {
  await cast.close();
  await platform.stop();
});

test("a message in the lobby reaches the others", async () => {
  const lobbyId = await ada.joinLobby("match-42");
  await ben.joinLobby("match-42");
  await ada.say(lobbyId, "behind you!");
  await ben.sees(({ content }) => content === "behind you!", { within: 2000 });
});

test("members of a server answer each other", async () => {
  const channelId = platform.seeded.textChannelId;
  await ada.say(channelId, "who plays?");
  const question = await ben.sees(({ content }) => content.endsWith("?"), { in: channelId });
  await ben.react(question, "🎮");
  await ben.say(channelId, "me");
  await ada.sees(({ authorId }) => authorId === ben.id);
});

test("a player whom a moderator has muted is not heard", async () => {
  const { voiceChannelId, guildId } = platform.seeded;
  for (const member of [ada, ben]) await member.joinVoice(voiceChannelId);
  await ada.speak({ hz: 440 });
  await ben.heard(ada, { of: { hz: 440 } });
  platform.control.voice.setServerFlags(guildId, ada.id, { mute: true, deaf: false });
  const failure: unknown = await ben.heard(ada, { within: 1000 }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(NotHeardError);
  expect(failure).toMatchObject({ cause: "SILENCED" });
});

test("a voice is there soon, and without holes", async () => {
  for (const member of [ada, ben]) await member.joinVoice(platform.seeded.voiceChannelId);
  await ada.speak({ hz: 440 });
  const { firstSoundMs, longestGapMs } = await ben.listenTo(ada, { seconds: 2 });
  expect(firstSoundMs).toBeLessThan(1500);
  expect(longestGapMs).toBeLessThan(500);
});

test("speech is understood over a bad network", async () => {
  const speech = new URL("../demo/speech.wav", import.meta.url);
  await platform.control.faults.impair({ seed: 1, loss: 0.05, delayMs: 40, jitterMs: 15 });
  for (const player of [ada, ben]) await player.joinVoice(await player.joinLobby("match-42"));
  await ada.speak(speech);
  const { packetsLost } = await ben.heard(ada, { of: speech, atLeast: { seconds: 2, estoi: 0.6 } });
  expect(packetsLost).toBeGreaterThan(0);
});
