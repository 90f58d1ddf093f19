// The level of the microphone that pages see, in a call or not.
import type { Client } from "sdkpp";
import { expect, it } from "vitest";
import type { NativeDeviceChanged } from "../../../lib/native/index.js";
import { MicrophoneWatch } from "../../../packages/electron/social/microphone-watch.js";
import { atDesk } from "../sdk/desk-scene.js";
import { Scene } from "../sdk/scene.js";

function watching(scene: Scene) {
  const microphone = new MicrophoneWatch(scene.client as unknown as Client, scene.clock);
  const seen: [dbfs: number, problem: string][] = [];
  const end = microphone.watch(() => seen.push([microphone.report.dbfs, microphone.report.problem]));
  return { microphone, seen, end };
}

it("is measured without a call, with silence in pauses, and its speaker stays closed", async () => {
  const scene = await atDesk();
  const { seen, end } = watching(scene);
  const native = scene.addon.newest;
  expect([native.argsOf("openDeviceInput").length, native.argsOf("openDeviceOutput")]).toEqual([1, []]);
  native.emit({ type: "inputLevel", dbfs: -30 });
  await scene.turn();
  native.emit({ type: "inputLevel", dbfs: -20 });
  await scene.turn(149);
  expect(seen).toEqual([
    [-30, ""],
    [-20, ""],
  ]);
  await scene.turn(1);
  expect(seen.at(-1)).toEqual([-100, ""]);
  end();
});

it("is open while somebody watches, once for all", async () => {
  const scene = await atDesk();
  const { microphone, end } = watching(scene);
  const native = scene.addon.newest;
  const told: number[] = [];
  const endSecond = microphone.watch(() => told.push(microphone.report.dbfs));
  expect(scene.addon.newest).toBe(native);
  end();
  end();
  expect(native.argsOf("close")).toEqual([]);
  native.emit({ type: "inputLevel", dbfs: -9 });
  await scene.turn();
  endSecond();
  // the second hears at once what is known
  expect([told, native.argsOf("close").length, microphone.report.dbfs]).toEqual([[-100, -9], 1, -100]);
});

it("says why nothing is measured, until the device works", async () => {
  const scene = await atDesk();
  const { seen, end } = watching(scene);
  const report = (...args: Parameters<NativeDeviceChanged>): void =>
    (scene.addon.newest.argsOf("openDeviceInput").at(-1)![2] as NativeDeviceChanged)(...args);
  report("failed", "", "Access denied");
  await scene.turn();
  report("opened", "", "");
  await scene.turn();
  expect(seen).toEqual([
    [-100, "the default microphone failed: Access denied"],
    [-100, ""],
  ]);
  end();
});

it("says so when the client uses no devices", () => {
  const { seen } = watching(new Scene({ audioDevices: "off" }));
  expect(seen).toEqual([[-100, 'this client uses no devices: its option audioDevices is "off"']]);
});
