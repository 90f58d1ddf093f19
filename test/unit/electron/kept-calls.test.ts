import { expect, it } from "vitest";
import type { Client } from "sdkpp";
import { AudioModeType } from "sdkpp/enums";
import type { OperationName } from "sdkpp/surface";
import { KeptCalls, type KeptCall } from "../../../packages/electron/process/kept-calls.js";
import { callMember } from "../../../packages/electron/social/index.js";
import { lobby, member, OWN_ID, Scene } from "../sdk/scene.js";
import { voiceState } from "../sdk/call-scene.js";

const LOBBIES = ["5", "6", "9"].map((id) => lobby(id, { members: [member(OWN_ID), member("6")] }));

/** @param calls of a client before this one */
function begin({ client }: Scene, calls: readonly KeptCall[] = []) {
  const told: (readonly KeptCall[])[] = [];
  const kept = new KeptCalls({
    client: client as unknown as Client,
    calls,
    tell: (now) => told.push(now),
    rejoined: () => undefined,
  });
  kept.begin();
  /** What a page does. */
  const does = (name: OperationName, lobbyId: string, ...args: unknown[]): void => {
    callMember(client.getCall(lobbyId), name, args);
    kept.done(name, [lobbyId, ...args]);
  };
  return { kept, told, does };
}

async function ready(lobbies: readonly object[] = LOBBIES): Promise<Scene> {
  const scene = new Scene();
  await scene.ready({ lobbies });
  return scene;
}

const plain = (lobbyId: string): KeptCall => ({ lobbyId, settings: [] });
const callsOf = ({ client }: Scene): string[] => client.getCalls().map((call) => String(call.getChannelId()));

it("tells each change of the player's calls once", async () => {
  const scene = await ready();
  const { told } = begin(scene);
  const seen = (): Promise<void> => {
    scene.dispatch("LOBBY_VOICE_STATE_UPDATE", voiceState("6"));
    scene.dispatch("LOBBY_VOICE_STATE_UPDATE", voiceState("6", { channel_id: null }));
    return scene.turn();
  };
  await seen();
  scene.client.startCall(6n);
  scene.client.startCall(5n);
  await seen();
  await seen();
  expect(told).toEqual([[plain("5"), plain("6")]]);
});

it("tells what pages set of a call, of each user and each thing the newest", async () => {
  const scene = await ready();
  scene.client.startCall(9n);
  const { told, does } = begin(scene);
  does("setSelfMute", "9", true);
  does("setParticipantVolume", "9", "6", 10);
  does("setParticipantVolume", "9", "7", 20);
  does("setParticipantVolume", "9", "6", 30);
  does("setSelfMute", "9", false);
  does("setPTTActive", "9", true);
  expect(told).toHaveLength(6);
  expect(told.at(-1)).toEqual([
    {
      lobbyId: "9",
      settings: [
        ["setParticipantVolume", "7", 20],
        ["setParticipantVolume", "6", 30],
        ["setSelfMute", false],
      ],
    },
  ]);
});

it("a call that was ended and started anew has no settings of the one before", async () => {
  const scene = await ready();
  scene.client.startCall(9n);
  const { kept, told, does } = begin(scene);
  does("setSelfMute", "9", true);
  void scene.client.endCall(9n);
  scene.addon.newest.emit({ type: "status", status: 0, error: 0, errorDetail: 0 });
  await scene.turn();
  scene.client.startCall(9n);
  kept.look();
  expect(told.at(-1)).toEqual([plain("9")]);
});

it("remembers the settings of a thousand users, and all of the player's own", async () => {
  const scene = await ready();
  scene.client.startCall(9n);
  const { told, does } = begin(scene);
  does("setSelfMute", "9", true);
  for (let user = 1; user <= 1005; user += 1) does("setParticipantVolume", "9", String(user), 50);
  const { settings } = told.at(-1)![0]!;
  expect([settings.length, settings[0], settings[1]]).toEqual([
    1001,
    ["setSelfMute", true],
    ["setParticipantVolume", "6", 50],
  ]);
});

it("rejoins each call as soon as its lobby is known, and forgets those whose lobby is gone", async () => {
  const [five, six] = LOBBIES as [object, object, object];
  const scene = new Scene();
  const { told } = begin(scene, ["5", "6", "7"].map(plain));
  expect(callsOf(scene)).toEqual([]);
  await scene.ready({ lobbies: [five] });
  expect([callsOf(scene), told]).toEqual([["5"], []]);
  scene.dispatch("LOBBY_CREATE", six);
  await scene.turn();
  expect([callsOf(scene), told]).toEqual([["5", "6"], []]);
  scene.dispatch("LOBBY_CREATE", lobby("8"));
  scene.dispatch("LOBBY_DELETE", { id: "8" });
  await scene.turn();
  expect(told).toEqual([]);
});

it("rejoins nothing before it may, and says when it has, since a client tells no such event", async () => {
  const scene = await ready();
  const seen: string[][] = [];
  const kept = new KeptCalls({
    client: scene.client as unknown as Client,
    calls: [plain("5")],
    tell: () => undefined,
    rejoined: () => seen.push(callsOf(scene)),
  });
  kept.look();
  expect([callsOf(scene), seen]).toEqual([[], []]);
  kept.begin();
  kept.look();
  expect(seen).toEqual([["5"]]);
});

it("rejoins nothing for another player", async () => {
  const scene = new Scene();
  const { kept, told } = begin(scene, [plain("5")]);
  kept.forget();
  await scene.ready({ lobbies: LOBBIES });
  expect([callsOf(scene), told]).toEqual([[], [[]]]);
});

const SET: KeptCall["settings"] = [
  ["setSelfMute", true],
  ["setSelfDeaf", true],
  ["setLocalMute", "6", true],
  ["setParticipantVolume", "6", 30],
  ["setAudioMode", AudioModeType.MODE_PTT],
  ["setPTTReleaseDelay", 250],
  ["setVADThreshold", false, -30],
];

it("a call that is rejoined has all of its settings, and those go on to the next process", async () => {
  const scene = await ready();
  const { told, does } = begin(scene, [{ lobbyId: "9", settings: SET }]);
  const call = scene.client.getCall(9n);
  const { vadThreshold, automatic } = call.getVADThreshold();
  expect([
    [call.getSelfMute(), call.getSelfDeaf()],
    [call.getLocalMute(6n), call.getParticipantVolume(6n)],
    [call.getAudioMode(), call.getPTTReleaseDelay(), call.getPTTActive()],
    [automatic, vadThreshold],
  ]).toEqual([
    [true, true],
    [true, 30],
    [AudioModeType.MODE_PTT, 250, false],
    [false, -30],
  ]);
  expect(told).toEqual([]);
  does("setPTTReleaseDelay", "9", 300);
  const rest = SET.filter(([name]) => name !== "setPTTReleaseDelay");
  expect(told.at(-1)).toEqual([{ lobbyId: "9", settings: [...rest, ["setPTTReleaseDelay", 300]] }]);
});

it("a player who was muted is so from the message that joins, and only where that was so", async () => {
  const scene = await ready();
  const muted: KeptCall = { lobbyId: "9", settings: [["setSelfMute", true]] };
  begin(scene, [muted, plain("5")]);
  const { client, addon } = scene;
  for (const session of addon.sessions)
    session.emit({ type: "status", status: 1, error: 0, errorDetail: 0 }, { type: "requestSession" });
  await scene.turn();
  const ofNine = scene
    .op17()
    .flatMap((entries) => entries as { lobby_id: string; self_mute: boolean }[])
    .filter(({ lobby_id }) => lobby_id === "9");
  expect(ofNine.length).toBeGreaterThan(0);
  expect(ofNine.every(({ self_mute }) => self_mute)).toBe(true);
  expect([client.getSelfMuteAll(), client.getCall(5n).getSelfMute()]).toEqual([false, false]);
});
