// Options and operations of audio systems that desktop systems do not have: present, as documented, and named.
import { AudioSystem, Client, ClientCreateOptions } from "sdkpp";
import { expect } from "vitest";
import { change, repositoryText } from "./change.js";
import { row } from "./row.js";

const OPTIONS = "lib/sdk/values/client-create-options.ts";
const PROCESSING = "lib/sdk/areas/audio-devices/audio-processing-area.ts";

row(
  10,
  change(
    OPTIONS,
    "field(oneOf(AudioSystem), AudioSystem.Standard)",
    "field(oneOf(AudioSystem), AudioSystem.Game)",
  ),
  () => {
    const options = new ClientCreateOptions();
    expect(options.experimentalAudioSystem).toBe(AudioSystem.Standard);
    options.setExperimentalAudioSystem(AudioSystem.Game);
    expect(options.experimentalAudioSystem).toBe(AudioSystem.Game);
    new Client(options, { audioDevices: "off" }).setEngineManagedAudioSession(true);
    expect(repositoryText("docs/parity.md")).toMatch(
      /`experimentalAudioSystem`.*the audio systems of phones/,
    );
  },
);

row(
  11,
  change(
    OPTIONS,
    "experimentalAndroidPreventCommsForBluetooth: field(boolean, false)",
    "experimentalAndroidPreventCommsForBluetooth: field(boolean, true)",
  ),
  () => {
    const options = new ClientCreateOptions();
    expect(options.experimentalAndroidPreventCommsForBluetooth).toBe(false);
    options.setExperimentalAndroidPreventCommsForBluetooth(true);
    expect(options.clone().experimentalAndroidPreventCommsForBluetooth).toBe(true);
    expect(repositoryText("docs/parity.md")).toMatch(
      /`experimentalAndroidPreventCommsForBluetooth`.*the audio systems of phones/,
    );
  },
);

row(
  166,
  change(
    PROCESSING,
    'SpeakerMode", NOT_HERE);\n    return false;',
    'SpeakerMode", NOT_HERE);\n    return true;',
  ),
  () => {
    const client = new Client(new ClientCreateOptions());
    expect(client.setSpeakerMode(true)).toBe(false);
    expect(client.getCurrentUserV2()).toBeUndefined();
    const source = repositoryText("lib/sdk/client.ts");
    for (const member of ["getCurrentUser", "setSpeakerMode"])
      expect(source).toMatch(new RegExp(`@deprecated[^/]*\\*/\\s+${member}\\(`));
  },
);
