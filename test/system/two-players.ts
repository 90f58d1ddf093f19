import type { Platform } from "@sdkpp/platform";
import type { Call } from "sdkpp";
import { enterLobby, type Player } from "../support/players.js";
import { hum, toneShare } from "../support/tone.js";
import { waitFor } from "../support/wait-for.js";
import type { Heard } from "./sound-server.js";

/** Frequency of the voice at the microphone, and of the sound that Ben plays to Ada. */
export const VOICE_HZ = 440;
export const BEN_HZ = 1000;

export interface TwoPlayers {
  readonly ada: Player;
  readonly ben: Player;
  readonly adaCall: Call;
  readonly benCall: Call;
  /** Ada's voice at Ben's end */
  readonly heard: Heard;
  /** warnings of Ada's voice log */
  readonly logs: string[];
  end(): void;
}

/** Ada has the devices of the machine; Ben has none, hears her and plays a tone. Both are in the call of a lobby. */
export async function adaAndBen(platform: Platform): Promise<TwoPlayers> {
  const [adaId, benId] = platform.seeded.userIds;
  const ada = await enterLobby(platform, adaId, "room", { audioDevices: "system" });
  const ben = await enterLobby(platform, benId, "room");
  const logs: string[] = [];
  ada.client.addVoiceLogCallback((message) => logs.push(message), 3);
  const heard = { tone: 0 };
  const adaCall = ada.client.startCall(ada.lobbyId);
  const benCall = ben.client.startCallWithAudioCallbacks(
    ben.lobbyId,
    (_user, samples) => {
      if (toneShare(samples, VOICE_HZ) > 0.5) heard.tone += 1;
    },
    () => undefined,
  );
  benCall.openPcmInput(48_000, 1);
  const { stop } = hum((samples) => benCall.pushPcm(samples), BEN_HZ);
  const end = (): void => {
    stop();
    for (const { client } of [ada, ben]) client.destroy();
  };
  return { ada, ben, adaCall, benCall, heard, logs, end };
}

/** Waits until the tone is heard for half a second more. */
export function grows(what: string, heard: Heard, by = 25): Promise<void> {
  const before = heard.tone;
  return waitFor(what, () => heard.tone > before + by);
}
