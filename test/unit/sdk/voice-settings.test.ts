import { describe, expect, it } from "vitest";
import { AudioModeType, Client, ClientResult, UserHandle } from "../../../lib/index.js";
import { inCall } from "./call-scene.js";
import { Scene, user } from "./scene.js";

describe("the switches of a call", () => {
  it("are what was set, and reach the media", async () => {
    const { scene, call } = await inCall();
    const native = scene.addon.newest;
    expect([call.getAudioMode(), call.getPTTActive(), call.getLocalMute(6n), call.getSelfDeaf()]).toEqual([
      AudioModeType.MODE_VAD,
      false,
      false,
      false,
    ]);
    call.setAudioMode(AudioModeType.MODE_PTT);
    call.setPTTActive(true);
    call.setLocalMute("6", true);
    call.setSelfDeaf(true);
    expect([call.getAudioMode(), call.getPTTActive(), call.getLocalMute(6n), call.getSelfDeaf()]).toEqual([
      AudioModeType.MODE_PTT,
      true,
      true,
      true,
    ]);
    expect(native.argsOf("setPttActive").at(-1)).toEqual([true]);
    expect(native.argsOf("setLocalMute").at(-1)).toEqual([6n, true]);
  });
});

describe("the switches of all calls", () => {
  it("hold for calls that run, and for those that begin later", async () => {
    const { scene } = await inCall();
    const { client } = scene;
    expect([client.getInputVolume(), client.getOutputVolume(), client.getSelfMuteAll()]).toEqual([
      100,
      100,
      false,
    ]);
    client.setInputVolume(70);
    client.setOutputVolume(130);
    client.setSelfMuteAll(true);
    expect([client.getInputVolume(), client.getOutputVolume(), client.getSelfMuteAll()]).toEqual([
      70,
      130,
      true,
    ]);
    expect(scene.addon.newest.argsOf("setSelfMute").at(-1)).toEqual([true]);
  });

  it("report when the microphone is silent, and when it is not", async () => {
    const { scene } = await inCall();
    const reported: boolean[] = [];
    scene.client.setNoAudioInputCallback((isDetected) => reported.push(isDetected));
    scene.client.setNoAudioInputThreshold(-40);
    expect(scene.addon.newest.argsOf("setNoInputThreshold").at(-1)).toEqual([-40]);
    expect(() => scene.client.setNoAudioInputThreshold("loud" as never)).toThrow(
      "dBFSThreshold: expected a number, received string",
    );
    scene.addon.newest.emit(
      { type: "inputDetected", detected: true },
      { type: "inputDetected", detected: false },
    );
    await scene.turn();
    expect(reported).toEqual([true, false]);
  });
});

describe("what a client says of itself and of others", () => {
  it("has the mirrored version and the build", () => {
    expect([Client.getVersionMajor(), Client.getVersionMinor(), Client.getVersionPatch()]).toEqual([
      1, 10, 0,
    ]);
    expect(Client.getVersionHash()).toMatch(/^(?:[0-9a-f]{7,40}|dev)$/);
  });

  it("shows names and pictures", async () => {
    const scene = new Scene();
    const [still, moving] = ["0af1", "a_0af1"];
    await scene.ready({
      relationships: [
        { id: "6", type: 1, user: user("6", { global_name: "Six", avatar: still }) },
        { id: "7", type: 1, user: user("7", { avatar: moving }) },
        { id: "8", type: 1, user: user("8") },
      ],
    });
    const { Gif, Webp } = UserHandle.AvatarType;
    const of = (id: bigint) => scene.client.getUser(id)!;
    expect([of(6n).globalName, of(7n).globalName]).toEqual(["Six", undefined]);
    expect([6n, 7n, 8n].map((id) => of(id).avatarUrl(Gif, Webp))).toEqual([
      "http://127.0.0.1:1/cdn/avatars/6/0af1.webp",
      "http://127.0.0.1:1/cdn/avatars/7/a_0af1.gif",
      "http://127.0.0.1:1/cdn/embed/avatars/0.png",
    ]);
  });

  it("says what went wrong", () => {
    const result = new ClientResult();
    result.setError("the lobby is full");
    expect([result.toString(), new ClientResult().toString()]).toEqual(["the lobby is full", ""]);
  });
});
