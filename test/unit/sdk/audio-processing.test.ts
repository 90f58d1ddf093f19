import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Client, LoggingSeverity } from "../../../lib/index.js";
import { inLobby } from "./call-scene.js";
import { atDesk, connect } from "./desk-scene.js";

describe("switches without effect here", () => {
  it("say in the voice log what they do", async () => {
    const scene = await inLobby();
    const { client } = scene;
    const lines: string[] = [];
    client.addVoiceLogCallback((message) => lines.push(message), 2);
    client.setEngineManagedAudioSession(true);
    client.setOpusHardwareCoding(true, false);
    expect([client.setSpeakerMode(true), client.showAudioRoutePicker()]).toEqual([false, false]);
    await scene.turn();
    const notHere = "has no effect on desktop systems";
    expect(lines).toEqual([
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

describe("the processing of speech", () => {
  it("is on from the beginning, except the strongest removal of noise", async () => {
    const scene = await atDesk();
    scene.client.startCall(9n);
    expect(scene.addon.newest.argsOf("setSpeechProcessing")).toEqual([[true, "suppress", true]]);
  });

  it("changes in running calls, in later ones, and in tests of the microphone", async () => {
    const scene = await atDesk();
    const { client, addon } = scene;
    client.startCall(9n);
    const call = addon.newest;
    client.testMicrophone();
    const test = addon.newest;
    client.setEchoCancellation(false);
    client.setAutomaticGainControl(false);
    for (const native of [call, test])
      expect(native.argsOf("setSpeechProcessing").at(-1)).toEqual([false, "suppress", false]);
    await scene.client.endCalls();
    client.startCall(9n);
    expect(addon.newest.argsOf("setSpeechProcessing")).toEqual([[false, "suppress", false]]);
  });

  it.each<[string, ((client: Client) => void)[], "keep" | "suppress" | "cancel"]>([
    ["suppression off", [(client) => client.setNoiseSuppression(false)], "keep"],
    [
      "cancellation on, which switches suppression off",
      [(client) => client.setNoiseCancellation(true)],
      "cancel",
    ],
    [
      "suppression on, which switches cancellation off",
      [(client) => client.setNoiseCancellation(true), (client) => client.setNoiseSuppression(true)],
      "suppress",
    ],
    [
      "cancellation on and off",
      [(client) => client.setNoiseCancellation(true), (client) => client.setNoiseCancellation(false)],
      "keep",
    ],
    ["cancellation off, which it is", [(client) => client.setNoiseCancellation(false)], "suppress"],
    [
      "suppression off, while cancellation is on",
      [(client) => client.setNoiseCancellation(true), (client) => client.setNoiseSuppression(false)],
      "cancel",
    ],
  ])("takes noise away in one of two ways: %s", async (_name, changes, expected) => {
    const scene = await atDesk();
    scene.client.startCall(9n);
    for (const change of changes) change(scene.client);
    expect(scene.addon.newest.argsOf("setSpeechProcessing").at(-1)?.[1]).toBe(expected);
  });
});

describe("a dump of what the microphone's processing takes and gives", () => {
  let folder = "";
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "dump-"))));
  afterEach(() => rmSync(folder, { recursive: true }));

  /** A client whose log folder is {@link folder}. */
  async function logging() {
    const scene = await atDesk();
    scene.client.setLogDir(folder, LoggingSeverity.Error);
    const starts = () =>
      scene.addon.sessions.flatMap((native) =>
        native.argsOf("startCaptureDump").map((args) => args.slice(0, 3)),
      );
    return { scene, starts };
  }
  const files = (number: number) =>
    ["captured", "played", "processed"].map((part) =>
      join(folder, `discord-aec_${String(number)}_${part}.wav`),
    );

  it("is in the log folder, for running calls and later ones, each with a number of its own", async () => {
    const { scene, starts } = await logging();
    scene.client.startCall(9n);
    await connect(scene);
    expect(starts()).toEqual([]);
    scene.client.setAecDump(true);
    expect(starts()).toEqual([files(0)]);
    scene.client.setAecDump(true);
    expect(starts()).toHaveLength(1);
    scene.client.setAecDump(false);
    expect(scene.addon.newest.argsOf("stopCaptureDump")).toHaveLength(1);
    scene.client.setAecDump(true);
    expect(starts()).toEqual([files(0), files(1)]);
    expect(readdirSync(folder)).toEqual(
      expect.arrayContaining(["discord-aec_0_captured.wav", "discord-aec_1_captured.wav"]),
    );
  });

  it("begins with the microphone and ends with it", async () => {
    const { scene, starts } = await logging();
    scene.client.setAecDump(true);
    const call = scene.client.startCall(9n);
    expect(starts()).toEqual([]);
    await connect(scene);
    expect(starts()).toEqual([files(0)]);
    call.openPcmInput(48_000, 1);
    expect(scene.addon.newest.argsOf("stopCaptureDump")).toHaveLength(1);
  });

  it("that cannot be written is a warning, and the call continues", async () => {
    const { scene } = await logging();
    scene.client.startCall(9n);
    await connect(scene);
    scene.client.setAecDump(true);
    const ended = scene.addon.newest.argsOf("startCaptureDump")[0]?.[3] as (error: string) => void;
    ended("");
    ended("No space left on device");
    await scene.turn();
    expect(scene.logs.filter((line) => line.includes("dump"))).toEqual([
      `could not write the dump ${join(folder, "discord-aec_0")}: No space left on device`,
    ]);
  });

  it("that cannot begin is a warning", async () => {
    const { scene } = await logging();
    scene.addon.prepare = (native) =>
      void native.answers.set("startCaptureDump", () => {
        throw new Error("Cannot write the file: Read-only file system");
      });
    scene.client.startCall(9n);
    await connect(scene);
    scene.client.setAecDump(true);
    await scene.turn();
    expect(scene.logs).toContain("could not begin a dump: Cannot write the file: Read-only file system");
  });
});
