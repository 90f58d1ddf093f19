// A voice agent in a game's call, for example of a character: it hears another player, answers, and is interrupted.
import { afterEach, beforeEach, expect, test } from "vitest";
import { startPlatform, type Platform } from "@sdkpp/platform";
import { AudioModeType, type Call } from "sdkpp";
import { VoiceAgent, type EndOfTurn } from "sdkpp/voice/agent";
import { babble } from "../../packages/testing/sound/babble.js";
import { randomFrom } from "../../packages/testing/sound/random.js";
import { enterLobby, type Player } from "../support/players.js";
import { tone, toneShare } from "../support/tone.js";
import { waitFor } from "../support/wait-for.js";

const RATE = 48_000;
const HZ = 440;

let platform: Platform;
let players: Player[] = [];
beforeEach(async () => {
  platform = await startPlatform();
});
afterEach(async () => {
  for (const { client } of players) client.destroy();
  players = [];
  await platform.stop();
});

async function meet(host = {}) {
  const [ada, ben] = [
    await enterLobby(platform, platform.seeded.userIds[0], "room", host),
    await enterLobby(platform, platform.seeded.userIds[1]),
  ];
  players = [ada, ben];
  const [call, bensCall] = [ada.client.startCall(ada.lobbyId), ben.client.startCall(ben.lobbyId)];
  await Promise.all([call.encrypted(), bensCall.encrypted()]);
  return { ada, ben, call, bensCall };
}

/** Speaks for so long. */
function speak(call: Call, seconds: number): void {
  const { data } = babble(seconds, randomFrom(3));
  call.setAudioMode(AudioModeType.MODE_VAD);
  call.openPcmInput(RATE, 1);
  const samples = Int16Array.from(data, (value) => Math.round(value * 32_767));
  let at = 0;
  const push = (): void => {
    at += call.pushPcm(samples.subarray(at));
    if (at < samples.length) setTimeout(push, 100);
  };
  push();
}

test("hears a player, answers and is interrupted", { timeout: 40_000 }, async () => {
  const { ada, ben, call, bensCall } = await meet();
  const agent = VoiceAgent.of(call);
  expect(VoiceAgent.of(ada.client.getCall(ada.lobbyId))).toBe(agent);
  const ends: EndOfTurn[] = [];
  agent.on("endOfTurn", (end) => ends.push(end));
  agent.turns("everyone");
  speak(bensCall, 1.5);
  await waitFor("the end of the turn", () => ends.length > 0);
  expect(ends[0]?.userId).toBe(ben.userId);

  let heard = 0;
  bensCall.listen(ada.userId, (block) => (heard += toneShare(block, HZ) > 0.5 ? 1 : 0));
  agent.bargeIn({ minSpeechMs: 300 });
  const answer = agent.say({ type: "pcm", samples: [tone(HZ, 20 * RATE)], sampleRate: RATE, channels: 1 });
  await waitFor("Ben to hear it", () => heard > 25);
  speak(bensCall, 2);
  const { reason, by, heardUpTo } = await answer.ended;
  expect([reason, by]).toEqual(["interrupted", ben.userId]);
  expect(heardUpTo.ms).toBeGreaterThan(500);

  // what the game sends by itself takes its place, and the agent takes it back
  call.openPcmInput(RATE, 1);
  const again = agent.say({ type: "pcm", samples: [tone(HZ, RATE)], sampleRate: RATE, channels: 1 });
  expect((await again.ended).reason).toBe("finished");
  await call[Symbol.asyncDispose]();
  expect(agent.isClosed).toBe(true);
  expect(() => VoiceAgent.of(call)).toThrow("this call is over");
});

test("ends with its client, and a call that is disconnected has none", async () => {
  const { ada, ben, call, bensCall } = await meet();
  const [agent, bens] = [VoiceAgent.of(call), VoiceAgent.of(bensCall)];
  const reading = agent.listen("everyone")[Symbol.asyncIterator]().next();
  ada.client.destroy();
  expect(await reading).toMatchObject({ done: true });
  expect(agent.isClosed).toBe(true);
  await ben.client.leaveLobby(ben.lobbyId);
  await waitFor("the end of the call", () => bens.isClosed);
  expect(() => VoiceAgent.of(bensCall)).toThrow(/this call is (over|disconnected)/);
});

test("needs the sound in its own process, and a call", async () => {
  const ada = await enterLobby(platform, platform.seeded.userIds[0], "room", { voiceHost: true });
  players = [ada];
  const call = ada.client.startCall(ada.lobbyId);
  expect(() => VoiceAgent.of(call)).toThrow("an agent needs a client without `voiceHost`");
  expect(() => VoiceAgent.of({} as never)).toThrow("connection: expected a voice connection of this process");
});
