import type { ClientHostOptions } from "../../../lib/index.js";
import type { NativeAudioDevice, NativeDeviceChanged } from "../../../lib/native/index.js";
import { lobby, Scene } from "./scene.js";

export const BUILT_IN: NativeAudioDevice = { id: "b1", name: "Built in", isDefault: true };
export const HEADSET: NativeAudioDevice = { id: "a1", name: "Headset", isDefault: false };
export const SPEAKER: NativeAudioDevice = { id: "s1", name: "Speaker", isDefault: true };

/** A ready client with two microphones and a speaker, in lobby 9. */
export async function atDesk(host: ClientHostOptions = {}): Promise<Scene> {
  const scene = new Scene({ audioDevices: "system", ...host });
  scene.addon.devices = { input: [BUILT_IN, HEADSET], output: [SPEAKER] };
  await scene.ready({ lobbies: [lobby("9")] });
  return scene;
}

/** Lets the call of the newest session connect. */
export async function connect(scene: Scene): Promise<void> {
  scene.addon.newest.emit({ type: "status", status: 4, error: 0, errorDetail: 0 });
  await scene.turn();
}

/** {@link atDesk}, in the call of lobby 9. */
export async function inCallAtDesk() {
  const scene = await atDesk();
  const call = scene.client.startCall(9n);
  await connect(scene);
  const native = scene.addon.newest;
  const opened = (side: "Input" | "Output") =>
    native.argsOf(`openDevice${side}`).map(([system, id]) => [system, id]);
  const report = (...args: Parameters<NativeDeviceChanged>) =>
    (native.argsOf("openDeviceInput").at(-1)![2] as NativeDeviceChanged)(...args);
  return { scene, call, native, opened, report };
}
