import { describe, expect, it } from "vitest";
import { Client, type MicrophoneTestOptions } from "../../../lib/index.js";
import type { NativeDeviceChanged } from "../../../lib/native/index.js";
import { atDesk, connect, inCallAtDesk } from "./desk-scene.js";

async function testing(options?: MicrophoneTestOptions) {
  const scene = await atDesk();
  const test = scene.client.testMicrophone(options);
  const native = scene.addon.newest;
  const seen: unknown[] = [];
  test.on("level", (dbfs) => seen.push(dbfs));
  test.on("opened", (device) => seen.push(device));
  test.on("problem", (message) => seen.push(message));
  const report = (side: "Input" | "Output", ...args: Parameters<NativeDeviceChanged>) =>
    (native.argsOf(`openDevice${side}`).at(-1)![2] as NativeDeviceChanged)(...args);
  await scene.turn();
  return { scene, test, native, seen, report };
}

describe("a microphone test", () => {
  it("plays the default microphone back, at the volumes of calls", async () => {
    const { scene, native } = await testing();
    expect(native.argsOf("setLoopback")).toEqual([[true]]);
    expect(native.argsOf("openDeviceInput").map(([system, id]) => [system, id])).toEqual([["system", ""]]);
    expect(native.argsOf("openDeviceOutput")).toHaveLength(1);
    scene.client.setInputVolume(70);
    scene.client.setOutputVolume(120);
    expect(native.argsOf("setInputVolume").at(-1)).toEqual([70]);
    expect(native.argsOf("setOutputVolume").at(-1)).toEqual([120]);
    await scene.client.setInputDevice("a1");
    expect(native.argsOf("openDeviceInput").at(-1)?.[1]).toBe("a1");
  });

  it("may be for the eyes only", async () => {
    const { native } = await testing({ playBack: false });
    expect(native.argsOf("openDeviceOutput")).toEqual([]);
  });

  it("reports levels, and devices in words", async () => {
    const { scene, native, seen, report } = await testing();
    report("Input", "opened", "", "");
    report("Output", "opened", "", "");
    native.emit({ type: "inputLevel", dbfs: -30 }, { type: "inputEnded" }, { type: "inputLevel", dbfs: -20 });
    report("Input", "lost", "a1", "the device is gone");
    report("Output", "failed", "", "Access denied");
    await scene.turn();
    expect(seen).toEqual([
      "microphone",
      "speaker",
      -30,
      -20,
      "the microphone lost: the device is gone",
      "the default speaker failed: Access denied",
    ]);
  });

  it("says that there is no microphone, or no audio system", async () => {
    const scene = await atDesk();
    const problems: string[] = [];
    const hear = async (): Promise<void> => {
      using test = scene.client.testMicrophone();
      test.on("problem", (message) => problems.push(message));
      await scene.turn();
    };
    scene.addon.devices = { input: [], output: [] };
    await hear();
    scene.addon.isNullSystem = true;
    await hear();
    expect(problems).toEqual(["there is no microphone", "no audio system was found; devices are silent"]);
  });

  it("reports a device that fails again and again once, until it opens", async () => {
    const { scene, seen, report } = await testing();
    for (let tries = 3; tries > 0; tries -= 1) report("Input", "failed", "", "the system forbids it");
    report("Output", "opened", "", "");
    report("Input", "failed", "", "the system forbids it");
    report("Input", "opened", "", "");
    report("Input", "failed", "", "the system forbids it");
    await scene.turn();
    const problem = "the default microphone failed: the system forbids it";
    expect(seen).toEqual([problem, "speaker", "microphone", problem]);
  });

  it("ends once, and reports nothing afterwards", async () => {
    const { scene, test, native, seen, report } = await testing();
    test.stop();
    test.stop();
    expect(native.names().filter((name) => name === "close")).toHaveLength(1);
    report("Input", "lost", "", "the device is gone");
    scene.client.setInputVolume(10);
    await scene.turn();
    expect(seen).toEqual([]);
    const { listings } = scene.addon;
    await scene.turn(10_000);
    expect(scene.addon.listings).toBe(listings);
  });

  it("ends with its client", async () => {
    const { scene, native } = await testing();
    scene.client.destroy();
    expect(native.isClosed).toBe(true);
  });

  it("runs beside a call", async () => {
    const { scene, test, native } = await testing();
    scene.client.startCall(9n);
    await connect(scene);
    expect(scene.addon.newest.names()).toContain("openDeviceInput");
    test.stop();
    await scene.client.setInputDevice("a1");
    expect(scene.addon.newest.argsOf("openDeviceInput").at(-1)?.[1]).toBe("a1");
    expect(native.argsOf("openDeviceInput")).toHaveLength(1);
  });

  it("needs devices, and options that are some", () => {
    const without = new Client(undefined, { audioDevices: "off" });
    expect(() => without.testMicrophone()).toThrow(expect.objectContaining({ code: "NO_AUDIO_DEVICES" }));
    expect(() => without.testMicrophone({ playBack: 1 as never })).toThrow(
      "options.playBack: expected a boolean",
    );
    expect(() => without.testMicrophone(7 as never)).toThrow("options: expected an object");
  });
});

describe("the level of the own input", () => {
  it("is asked for while somebody listens", async () => {
    const { scene, call, native } = await inCallAtDesk();
    expect(native.argsOf("setLevelReports")).toEqual([]);
    const levels: number[] = [];
    const listening = call.on("level", (dbfs) => levels.push(dbfs));
    native.emit({ type: "inputLevel", dbfs: -42 });
    await scene.turn();
    listening.dispose();
    expect(levels).toEqual([-42]);
    expect(native.argsOf("setLevelReports")).toEqual([[true], [false]]);
  });

  it("is no longer asked for when its listener is taken back by its function", async () => {
    const { call, native } = await inCallAtDesk();
    const listener = (): void => undefined;
    call.on("level", listener);
    call.off("level", listener);
    expect(native.argsOf("setLevelReports")).toEqual([[true], [false]]);
  });

  it("may be left after the call", async () => {
    const { scene, call, native } = await inCallAtDesk();
    const listening = call.on("level", () => undefined);
    native.emit({ type: "status", status: 0, error: 0, errorDetail: 0 });
    await scene.client.endCall(9n);
    expect(() => listening.dispose()).not.toThrow();
  });
});
