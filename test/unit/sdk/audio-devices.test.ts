import { describe, expect, it } from "vitest";
import { Client, type AudioDevice } from "../../../lib/index.js";
import { audioDevicesOf } from "../../../lib/native/index.js";
import { atDesk, BUILT_IN, connect, HEADSET, inCallAtDesk, SPEAKER } from "./desk-scene.js";

const names = (devices: readonly AudioDevice[]) => devices.map(({ name }) => name);

describe("the devices", () => {
  it("are not touched before somebody asks", async () => {
    const scene = await atDesk();
    await scene.turn(60_000);
    expect(scene.addon.listings).toBe(0);
  });

  it("are listed with their ids, names and defaults", async () => {
    const { client } = await atDesk();
    const [first, second] = await client.getInputDevices();
    expect([first!.id, first!.name, first!.isDefault]).toEqual(["b1", "Built in", true]);
    expect(second!.isDefault).toBe(false);
    expect(names(await client.getOutputDevices())).toEqual(["Speaker"]);
    expect((await client.getCurrentOutputDevice()).name).toBe("Speaker");
  });

  it("that come while they are listed are in the next list", async () => {
    const scene = await atDesk();
    const first = scene.client.getInputDevices();
    const second = scene.client.getInputDevices();
    const third = scene.client.getInputDevices();
    await Promise.all([first, second, third]);
    expect(scene.addon.listings).toBe(2);
  });

  it("are none when the audio system fails, which is logged once", async () => {
    const scene = await atDesk();
    scene.addon.devices = { input: [], output: [] };
    scene.addon.devicesError = "the audio system did not answer within 3 s";
    expect(await scene.client.getInputDevices()).toEqual([]);
    expect(await scene.client.getInputDevices()).toEqual([]);
    expect((await scene.client.getCurrentInputDevice()).isValid()).toBe(false);
    await scene.turn();
    expect(scene.logs).toEqual(["the audio system did not answer within 3 s"]);
  });

  it("that are silent because there is no audio system are logged once", async () => {
    const scene = await atDesk();
    scene.addon.isNullSystem = true;
    await scene.client.getInputDevices();
    await scene.client.getInputDevices();
    await scene.turn();
    expect(scene.logs).toEqual(["no audio system was found; devices are silent"]);
  });

  it("are watched while a callback is set, and no longer", async () => {
    const scene = await atDesk();
    const seen: string[][] = [];
    scene.client.setDeviceChangeCallback((inputs, outputs) =>
      seen.push([...names(inputs), ...names(outputs)]),
    );
    await scene.turn(1000);
    expect(seen).toEqual([]);
    scene.addon.devices = { input: [BUILT_IN], output: [SPEAKER] };
    await scene.turn(1000);
    await scene.turn();
    expect(seen).toEqual([["Built in", "Speaker"]]);
    scene.client.setDeviceChangeCallback(undefined);
    const { listings } = scene.addon;
    await scene.turn(10_000);
    expect(scene.addon.listings).toBe(listings);
  });

  it("come from the host option, then from the environment", () => {
    const before = process.env["SDKPP_AUDIO_DEVICES"];
    try {
      process.env["SDKPP_AUDIO_DEVICES"] = "null";
      expect([audioDevicesOf(undefined), audioDevicesOf("off")]).toEqual(["null", "off"]);
      process.env["SDKPP_AUDIO_DEVICES"] = "loud";
      expect(() => audioDevicesOf(undefined)).toThrow(
        'SDKPP_AUDIO_DEVICES: expected "system", "null" or "off"',
      );
      process.env["SDKPP_AUDIO_DEVICES"] = "";
      expect(audioDevicesOf(undefined)).toBe("system");
    } finally {
      process.env["SDKPP_AUDIO_DEVICES"] = before;
    }
    expect(() => new Client({} as never, { audioDevices: "all" as never })).toThrow();
  });
});

describe("a call", () => {
  it("opens the default devices when it connects, once", async () => {
    const { scene, opened } = await inCallAtDesk();
    expect([opened("Input"), opened("Output")]).toEqual([[["system", ""]], [["system", ""]]]);
    await connect(scene);
    expect(opened("Input")).toHaveLength(1);
  });

  it("with a source of the game's opens no microphone", async () => {
    const scene = await atDesk();
    scene.client.startCall(9n).openPcmInput(48_000, 1);
    await connect(scene);
    expect(scene.addon.newest.names()).not.toContain("openDeviceInput");
    expect(scene.addon.newest.names()).toContain("openDeviceOutput");
  });

  it("with a captured callback opens no microphone", async () => {
    const scene = await atDesk();
    scene.client.startCallWithAudioCallbacks(
      9n,
      () => undefined,
      () => undefined,
    );
    await connect(scene);
    expect(scene.addon.newest.names()).not.toContain("openDeviceInput");
  });

  it("opens nothing without devices", async () => {
    const scene = await atDesk({ audioDevices: "off" });
    scene.client.startCall(9n);
    await connect(scene);
    expect(scene.addon.newest.names().filter((name) => name.startsWith("openDevice"))).toEqual([]);
    expect(scene.addon.listings).toBe(0);
    expect(await scene.client.getInputDevices()).toEqual([]);
  });

  it("changes its microphone, and keeps one that a game's source replaced", async () => {
    const { scene, call, opened } = await inCallAtDesk();
    expect((await scene.client.setInputDevice("a1")).successful).toBe(true);
    expect(opened("Input").at(-1)).toEqual(["system", "a1"]);
    expect((await scene.client.getCurrentInputDevice()).name).toBe("Headset");
    call.openPcmInput(48_000, 1);
    await scene.client.setInputDevice(Client.getDefaultAudioDeviceId());
    expect(opened("Input")).toHaveLength(2);
  });

  it("falls to the default when its microphone is lost, says so, and returns to it", async () => {
    const { scene, opened, report } = await inCallAtDesk();
    await scene.client.setInputDevice("a1");
    report("lost", "a1", "the device is gone");
    report("opened", "", "");
    await scene.turn();
    expect(scene.logs).toContain("the microphone lost: the device is gone");
    expect((await scene.client.getCurrentInputDevice()).name).toBe("Built in");
    scene.addon.devices = { input: [BUILT_IN], output: [SPEAKER] };
    await scene.turn(1000);
    scene.addon.devices = { input: [BUILT_IN, HEADSET], output: [SPEAKER] };
    await scene.turn(1000);
    await scene.turn();
    expect(opened("Input").at(-1)).toEqual(["system", "a1"]);
  });

  it("returns to a microphone that failed and is still there, ever less often", async () => {
    const { scene, opened, report } = await inCallAtDesk();
    await scene.client.setInputDevice("a1");
    const tries = () => opened("Input").filter(([, id]) => id === "a1").length;
    for (const [before, wait] of [4000, 9000, 19_000].entries()) {
      report("lost", "a1", "the device is gone");
      report("opened", "", "");
      await scene.turn(wait);
      await scene.turn();
      expect(tries()).toBe(before + 1);
      await scene.turn(2000);
      await scene.turn();
      expect(tries()).toBe(before + 2);
    }
    report("lost", "a1", "the device is gone");
    await scene.client.setInputDevice(Client.getDefaultAudioDeviceId());
    await scene.turn(120_000);
    await scene.turn();
    expect(tries()).toBe(4);
  });

  it("says once what goes wrong again and again, and again after it went well", async () => {
    const { scene, report } = await inCallAtDesk();
    const said = async () => {
      await scene.turn();
      return scene.logs.splice(0).filter((line) => line.includes("microphone"));
    };
    for (let tries = 3; tries > 0; tries -= 1) report("failed", "", "there is no microphone: plug one in");
    expect(await said()).toEqual(["the default microphone failed: there is no microphone: plug one in"]);
    report("failed", "", "the system forbids it");
    expect(await said()).toEqual(["the default microphone failed: the system forbids it"]);
    report("opened", "", "");
    report("failed", "", "the system forbids it");
    expect((await said()).at(-1)).toBe("the default microphone failed: the system forbids it");
  });

  it("follows the default device", async () => {
    const { scene, opened } = await inCallAtDesk();
    await scene.turn();
    scene.addon.devices = {
      input: [
        { ...BUILT_IN, isDefault: false },
        { ...HEADSET, isDefault: true },
      ],
      output: [SPEAKER],
    };
    await scene.turn(1000);
    await scene.turn();
    expect(opened("Input")).toHaveLength(2);
    expect(opened("Output")).toHaveLength(1);
  });

  it("that is over closes its devices, and nobody looks for changes", async () => {
    const { scene, native } = await inCallAtDesk();
    native.emit({ type: "status", status: 0, error: 3, errorDetail: 0 });
    await scene.turn();
    expect(native.names()).toContain("closeDeviceOutput");
    expect(native.names()).toContain("closeInput");
    const { listings } = scene.addon;
    await scene.turn(10_000);
    expect(scene.addon.listings).toBe(listings);
  });
});

describe("choosing a device", () => {
  it("that is not there fails and changes nothing", async () => {
    const { scene, opened } = await inCallAtDesk();
    await expect(scene.client.setInputDevice("s1")).rejects.toMatchObject({ code: "ValidationError" });
    await expect(scene.client.setOutputDevice(7 as never)).rejects.toMatchObject({ code: "ValidationError" });
    expect(opened("Input")).toHaveLength(1);
  });
});
