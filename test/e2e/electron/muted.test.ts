// Whoever was muted when the client's process died, is heard at no moment of the call that its follower rejoins.
import { afterEach, beforeEach, expect, it } from "vitest";
import { startPlatform, type Platform } from "@sdkpp/platform";
import { VoiceSupervisor, type Call, type Client } from "sdkpp";
import { KeptCalls, type KeptCall } from "../../../packages/electron/process/kept-calls.js";
import { callMember } from "../../../packages/electron/social/index.js";
import { enterLobby, signIn, type Player } from "../../support/players.js";
import { hum, toneShare } from "../../support/tone.js";
import { waitFor } from "../../support/wait-for.js";

const [ADA_HZ, BEN_HZ] = [440, 1000];
/** So many blocks are half a second of sound. */
const BLOCKS = 25;

let platform: Platform;
const undo: (() => unknown)[] = [];
beforeEach(async () => {
  platform = await startPlatform();
});
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) step();
  await platform.stop();
});

/** A client of Ada's as its process has it. */
interface Incarnation {
  readonly client: Client;
  /** what main would be told */
  readonly kept: () => readonly KeptCall[];
  /** Starts a call, and speaks into it. */
  readonly start: (lobbyId: bigint) => void;
  readonly mute: (lobbyId: bigint, mute: boolean) => void;
  readonly end: () => void;
}

/** @param before calls of a client before; Ada speaks into them from the moment when they are there */
async function incarnation(before: readonly KeptCall[]): Promise<Incarnation> {
  const supervisor = new VoiceSupervisor();
  const steps: (() => unknown)[] = [() => supervisor.close()];
  let told = before;
  const client = await signIn(platform, platform.seeded.userIds[0], {
    host: { voiceHost: supervisor },
    prepare: (made) => steps.push(() => made.destroy()),
  });
  const kept = new KeptCalls({
    client,
    calls: before,
    tell: (now) => (told = now),
    rejoined: () => undefined,
  });
  kept.begin();
  const speak = (call: Call): void => void steps.push(speakInto(call, ADA_HZ));
  client.getCalls().forEach(speak);
  const end = (): void =>
    steps
      .splice(0)
      .reverse()
      .forEach((step) => step());
  undo.push(end);
  const mute = (lobbyId: bigint, isMuted: boolean): void => {
    callMember(client.getCall(lobbyId), "setSelfMute", [isMuted]);
    kept.done("setSelfMute", [String(lobbyId), isMuted]);
  };
  return { client, kept: () => told, start: (lobbyId) => speak(client.startCall(lobbyId)), mute, end };
}

function speakInto(call: Call, frequency: number): () => void {
  call.openPcmInput(48_000, 1);
  return hum((samples) => call.pushPcm(samples), frequency).stop;
}

interface Heard {
  /** how many had the tone */
  blocks: number;
  /** whether the last one had none: what was under way has been played */
  isQuiet: boolean;
}

/** The blocks that somebody has heard of somebody. */
function listening(call: Call, userId: bigint, frequency: number): Heard {
  const heard = { blocks: 0, isQuiet: true };
  call.listen(userId, (samples) => {
    const share = toneShare(samples, frequency);
    heard.isQuiet = share < 0.01;
    if (!heard.isQuiet) heard.blocks += 1;
  });
  return heard;
}

async function more(heard: Heard, what: string): Promise<void> {
  const { blocks } = heard;
  await waitFor(what, () => heard.blocks >= blocks + BLOCKS);
}

/** Ben, who speaks and listens to Ada, and writes down how he sees her. */
async function bens(): Promise<{ ben: Player; heard: Heard; seen: boolean[] }> {
  const ben = await enterLobby(platform, platform.seeded.userIds[1]);
  const adaId = BigInt(platform.seeded.userIds[0]);
  const call = ben.client.startCall(ben.lobbyId);
  const stop = speakInto(call, BEN_HZ);
  undo.push(() => ben.client.destroy(), stop);
  const seen: boolean[] = [];
  const look = (userId: bigint): void => {
    const state = userId === adaId ? call.getVoiceStateHandle(adaId) : undefined;
    if (state !== undefined) seen.push(state.selfMute);
  };
  call.on("participantChanged", look);
  call.on("voiceStateChanged", look);
  return { ben, heard: listening(call, adaId, ADA_HZ), seen };
}

it("until the player is no longer muted", async () => {
  const { ben, heard, seen } = await bens();
  const first = await incarnation([]);
  const { lobbyId } = await first.client.createOrJoinLobby("room");
  first.start(lobbyId);
  await more(heard, "Ada to be heard");
  first.mute(lobbyId, true);
  const call = ben.client.getCall(ben.lobbyId);
  await waitFor("Ben to see and hear it", () => seen.at(-1) === true && heard.isQuiet);
  first.end();
  await waitFor("Ada to be gone", () => call.getParticipants().length === 1);

  heard.blocks = 0;
  seen.length = 0;
  const second = await incarnation(first.kept());
  const again = second.client.getCall(lobbyId);
  await again.encrypted();
  // sound flows for as long as an open microphone needs to be heard
  await more(listening(again, ben.userId, BEN_HZ), "Ada to hear Ben");
  expect([heard.blocks, [...new Set(seen)]]).toEqual([0, [true]]);
  second.mute(lobbyId, false);
  await more(heard, "Ada to be heard again");
});
