import { describe, expect, it } from "vitest";
import { Client } from "../../../lib/index.js";
import { inLobby } from "./call-scene.js";

describe("switches without effect here", () => {
  it("say in the voice log what they do", async () => {
    const scene = await inLobby();
    const { client } = scene;
    const lines: string[] = [];
    client.addVoiceLogCallback((message) => lines.push(message), 2);
    client.setEchoCancellation(false);
    client.setNoiseSuppression(true);
    client.setNoiseCancellation(true);
    client.setAutomaticGainControl(false);
    client.setAecDump(true);
    client.setEngineManagedAudioSession(true);
    client.setOpusHardwareCoding(true, false);
    expect([client.setSpeakerMode(true), client.showAudioRoutePicker()]).toEqual([false, false]);
    await scene.turn();
    const later = "has no effect yet: the microphone is sent unprocessed";
    const notHere = "has no effect on desktop systems";
    expect(lines).toEqual([
      `setEchoCancellation ${later}`,
      `setNoiseSuppression ${later}`,
      `setNoiseCancellation ${later}`,
      `setAutomaticGainControl ${later}`,
      "setAecDump has no effect yet: there is no echo canceller to record",
      `setEngineManagedAudioSession ${notHere}`,
      "setOpusHardwareCoding has no effect: Opus runs in software here",
      `setSpeakerMode ${notHere}`,
      `showAudioRoutePicker ${notHere}`,
    ]);
  });

  it("log an error when Opus is to change after a call has been started", async () => {
    const scene = await inLobby();
    scene.client.startCall(9n);
    scene.client.setOpusHardwareCoding(false, false);
    await scene.turn();
    expect(scene.logs).toContain("setOpusHardwareCoding comes too late: a call has been started");
  });

  it.each([
    "setEchoCancellation",
    "setNoiseSuppression",
    "setNoiseCancellation",
    "setAutomaticGainControl",
    "setAecDump",
    "setEngineManagedAudioSession",
    "setSpeakerMode",
  ] as const)("reject what is no boolean: %s", (name) => {
    expect(() => new Client()[name]("yes" as never)).toThrow("expected a boolean");
  });
});
