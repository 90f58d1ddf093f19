// Options and operations of audio systems that desktop systems do not have: present, as documented, and named.
import { AudioSystem, AuthorizationTokenType, Client, ClientCreateOptions } from "sdkpp";
import { expect } from "vitest";
import { waitFor } from "../support/wait-for.js";
import { answer, drop, early, repositoryText } from "./change.js";
import { mediaThreads, processorsOf } from "../support/media-threads.js";
import { row } from "./row.js";
import { scene } from "./scene.js";

const at = scene();
const OPTIONS = "lib/sdk/values/client-create-options.ts";
const PROCESSING = "lib/sdk/areas/audio-devices/audio-processing-area.ts";

row(9, drop("lib/sdk/areas/calls/media-thread.ts", "MediaThread.apply", "#wish"), async () => {
  const options = new ClientCreateOptions();
  expect(options.cpuAffinityMask).toBeUndefined();
  options.setCpuAffinityMask(1n);
  const { apiBase, webBase, ca } = at.platform.endpoints;
  Object.assign(options, { apiBase, webBase });
  const client = new Client(options, { ca });
  const token = at.user("ada").authorization.replace("Bearer ", "");
  await client.updateToken(AuthorizationTokenType.Bearer, token);
  client.connect();
  await waitFor("the client", () => client.getStatus() === Client.Status.Ready);
  const { lobbyId } = await client.createOrJoinLobby("affinity");
  client.startCall(lobbyId);
  if (process.platform === "linux") expect(mediaThreads().map(processorsOf)).toContain("0");
  client.destroy();
});

row(10, drop(OPTIONS, "experimentalAudioSystem", "Standard"), () => {
  const options = new ClientCreateOptions();
  expect(options.experimentalAudioSystem).toBe(AudioSystem.Standard);
  options.setExperimentalAudioSystem(AudioSystem.Game);
  expect(options.experimentalAudioSystem).toBe(AudioSystem.Game);
  new Client(options, { audioDevices: "off" }).setEngineManagedAudioSession(true);
  expect(repositoryText("docs/parity.md")).toMatch(/`experimentalAudioSystem`.*the audio systems of phones/);
});

row(11, answer(OPTIONS, "experimentalAndroidPreventCommsForBluetooth", "field", true), () => {
  const options = new ClientCreateOptions();
  expect(options.experimentalAndroidPreventCommsForBluetooth).toBe(false);
  options.setExperimentalAndroidPreventCommsForBluetooth(true);
  expect(options.clone().experimentalAndroidPreventCommsForBluetooth).toBe(true);
  expect(repositoryText("docs/parity.md")).toMatch(
    /`experimentalAndroidPreventCommsForBluetooth`.*the audio systems of phones/,
  );
});

row(166, early(PROCESSING, "AudioProcessingArea.setSpeakerMode", true), () => {
  const client = new Client(new ClientCreateOptions());
  expect(client.setSpeakerMode(true)).toBe(false);
  expect(client.getCurrentUserV2()).toBeUndefined();
  for (const [member, file] of [
    ["getCurrentUser", "users/users-members.ts"],
    ["setSpeakerMode", "audio-devices/audio-processing-members.ts"],
  ] as const)
    expect(repositoryText(`lib/sdk/areas/${file}`)).toMatch(
      new RegExp(`@deprecated[^/]*\\*/\\s+${member}\\(`),
    );
});
