// A flood at the media port.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { AeadMode } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { inputs } from "../../support/garbage.js";
import { platformForTest } from "../platform/support-platform.js";
import { call, VoiceClient } from "../platform/support-voice.js";

const FLOOD = new URL("../../support/flood.mjs", import.meta.url).pathname;
const FLOOD_MS = 5000;
const FRAME_MS = 20;

const ABOUT =
  "a flood of packets that claim a speaker's SSRC (in the long form only: what gets through is a matter of the machine)";

describe.runIf(inputs(1) > 1)(ABOUT, () => {
  it("costs the speaker almost nothing", async () => {
    const platform = await platformForTest();
    const ada = await VoiceClient.connect(platform, (await call(platform, 0)).grant, AeadMode.Aes256Gcm);
    const ben = await VoiceClient.connect(platform, (await call(platform, 1)).grant, AeadMode.Aes256Gcm);
    ada.socket.send(5, { speaking: 1, ssrc: ada.ready.ssrc });
    await ben.socket.op(5);
    ada.speak("f8aa01");
    await ben.heard(1);
    let spoken = 1;
    const speaking = setInterval(() => {
      ada.speak("f8aa02");
      spoken += 1;
    }, FRAME_MS);
    const args = [FLOOD, ada.ready.port, ada.ready.ssrc, FLOOD_MS].map(String);
    const { stdout } = await promisify(execFile)(process.execPath, args);
    clearInterval(speaking);
    const { counters } = await platform.control.voice.stats();
    const heard = ben.received.length;
    console.log(
      `flood: ${stdout} in ${FLOOD_MS} ms, ${counters.received} came in, ${heard} of ${spoken} heard`,
    );
    expect(Number(stdout)).toBeGreaterThan(10_000);
    expect(heard).toBeGreaterThanOrEqual(Math.floor(spoken * 0.95));
    ada.close();
    ben.close();
  });
});
