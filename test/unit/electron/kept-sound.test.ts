import { expect, it } from "vitest";
import type { Client } from "sdkpp";
import { KeptSound } from "../../../packages/electron/process/kept-sound.js";
import type { Setting } from "../../../packages/electron/process/settings.js";
import { settle } from "../../support/virtual-clock.js";
import { atDesk, BUILT_IN, HEADSET } from "../sdk/desk-scene.js";
import type { Scene } from "../sdk/scene.js";

function begin(scene: Scene, settings: readonly Setting[] = []) {
  const told: (readonly Setting[])[] = [];
  const client = scene.client as unknown as Client;
  const counts = { chosen: 0, restored: 0 };
  const sound = new KeptSound({
    client,
    settings,
    tell: (now) => told.push(now),
    chosen: () => (counts.chosen += 1),
    clock: scene.clock,
  });
  void sound.restored().then(() => (counts.restored += 1));
  return { sound, told, counts };
}

const microphone = async ({ client }: Scene): Promise<string> => (await client.getCurrentInputDevice()).id;

it("tells what pages set of all calls, of each thing the newest, and nothing of one call", async () => {
  const { sound, told } = begin(await atDesk());
  sound.done("setSelfMuteAll", [true]);
  sound.done("setInputDevice", ["a1"]);
  sound.done("setSelfMute", ["9", true]);
  sound.done("setSelfMuteAll", [false]);
  expect(told.at(-1)).toEqual([
    ["setInputDevice", "a1"],
    ["setSelfMuteAll", false],
  ]);
  expect(told).toHaveLength(3);
});

it("sets levels and switches again at once", async () => {
  const scene = await atDesk();
  const { counts } = begin(scene, [
    ["setSelfMuteAll", true],
    ["setSelfDeafAll", true],
    ["setInputVolume", 40],
    ["setOutputVolume", 150],
    ["setNoAudioInputThreshold", -50],
    ["setEchoCancellation", false],
    ["setNoiseSuppression", false],
    ["setAutomaticGainControl", false],
  ]);
  const { client, addon } = scene;
  expect([
    [client.getSelfMuteAll(), client.getSelfDeafAll()],
    [client.getInputVolume(), client.getOutputVolume()],
  ]).toEqual([
    [true, true],
    [40, 150],
  ]);
  await settle();
  expect([counts.restored, addon.listings]).toEqual([1, 0]);
  client.startCall(9n);
  expect(addon.newest.argsOf("setSpeechProcessing").at(-1)).toEqual([false, "keep", false]);
  expect(addon.newest.argsOf("setNoInputThreshold").at(-1)).toEqual([-50]);
});

it("chooses a device again, before calls are rejoined", async () => {
  const scene = await atDesk();
  const { counts, told } = begin(scene, [["setInputDevice", HEADSET.id]]);
  expect(counts.restored).toBe(0);
  await settle();
  expect([counts, await microphone(scene), told]).toEqual([{ chosen: 1, restored: 1 }, HEADSET.id, []]);
});

it("chooses a device that is away when it comes back, and calls do not wait for it", async () => {
  const scene = await atDesk();
  scene.addon.devices = { ...scene.addon.devices, input: [BUILT_IN] };
  const { counts } = begin(scene, [["setInputDevice", HEADSET.id]]);
  await scene.turn();
  expect([counts, await microphone(scene)]).toEqual([{ chosen: 0, restored: 1 }, BUILT_IN.id]);
  scene.addon.devices = { ...scene.addon.devices, input: [BUILT_IN, HEADSET] };
  for (let second = 0; second < 2; second += 1) await scene.turn(1000);
  expect([counts.chosen, await microphone(scene)]).toEqual([1, HEADSET.id]);
  const { listings } = scene.addon;
  await scene.turn(10_000);
  expect(scene.addon.listings).toBe(listings);
});

it("leaves a device alone when a page has chosen another one meanwhile", async () => {
  const scene = await atDesk();
  const { input } = scene.addon.devices;
  scene.addon.devices = { ...scene.addon.devices, input: [BUILT_IN] };
  const { sound, counts } = begin(scene, [["setInputDevice", HEADSET.id]]);
  await scene.turn();
  await scene.client.setInputDevice(BUILT_IN.id);
  sound.done("setInputDevice", [BUILT_IN.id]);
  scene.addon.devices = { ...scene.addon.devices, input };
  for (let second = 0; second < 2; second += 1) await scene.turn(1000);
  expect([counts.chosen, await microphone(scene)]).toEqual([0, BUILT_IN.id]);
});

it("does not wait for a device when a page chose another one while it was looked for", async () => {
  const scene = await atDesk();
  scene.addon.devices = { ...scene.addon.devices, input: [BUILT_IN] };
  const { sound } = begin(scene, [["setInputDevice", HEADSET.id]]);
  sound.done("setInputDevice", [BUILT_IN.id]);
  await scene.turn();
  const { listings } = scene.addon;
  await scene.turn(10_000);
  expect(scene.addon.listings).toBe(listings);
});

it("delays calls by 5 s at most, when devices cannot be listed", async () => {
  const scene = await atDesk();
  scene.addon.listAudioDevices = () => undefined;
  const { counts } = begin(scene, [["setInputDevice", HEADSET.id]]);
  await scene.turn(4999);
  expect(counts.restored).toBe(0);
  await scene.turn(1);
  expect(counts).toEqual({ chosen: 0, restored: 1 });
});
