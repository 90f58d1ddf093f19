// Operations of calls and devices, with the null devices: nothing of this machine is touched.
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Call, LoggingSeverity } from "sdkpp";
import { expect } from "vitest";
import { waitFor } from "../support/wait-for.js";
import { drop } from "./change.js";
import { row } from "./row.js";
import { scene } from "./scene.js";

const at = scene();

row(120, drop("lib/sdk/areas/calls/capture-dump.ts", "CaptureDump.#begin", "processed"), async () => {
  const folder = mkdtempSync(join(tmpdir(), "sdkpp-voice-"));
  const openLog = (client: { setVoiceLogDir(path: string, min: LoggingSeverity): void }): void =>
    client.setVoiceLogDir(folder, LoggingSeverity.Warning);
  const client = await at.client(at.user("ada"), openLog, { audioDevices: "null" });
  try {
    expect([client.setSpeakerMode(true), client.setEngineManagedAudioSession(true)]).toEqual([
      false,
      undefined,
    ]);
    const { lobbyId } = await client.createOrJoinLobby("voice");
    client.setAecDump(true);
    const call = client.startCall(lobbyId);
    call.setPTTReleaseDelay(20);
    call.setPTTActive(true);
    expect([call.getPTTReleaseDelay(), call.getPTTActive()]).toEqual([20, true]);
    await waitFor("the call", () => call.getStatus() === Call.Status.Connected);
    const devices = [await client.getCurrentInputDevice(), await client.getCurrentOutputDevice()];
    expect(devices.every(({ name, isDefault }) => name !== "" && isDefault)).toBe(true);
    const dump = (part: string): string => join(folder, `discord-aec_0_${part}.wav`);
    await waitFor("the dump", () => ["captured", "played", "processed"].map(dump).every(existsSync));
    await client.endCall(lobbyId);
    expect(await loudestHeard(client, lobbyId)).toBeGreaterThan(2000);
    expect(readdirSync(folder)).toContain("discord-webrtc_0");
  } finally {
    client.destroy();
    rmSync(folder, { recursive: true, force: true });
  }
});

type Caller = Awaited<ReturnType<typeof at.client>>;

/** The captured callback writes a square wave over silence. @returns the loudest sample that another player's received one gets */
async function loudestHeard(client: Caller, lobbyId: bigint): Promise<number> {
  const other = await at.client(at.user("ben"), undefined, { audioDevices: "off" });
  await other.createOrJoinLobby("voice");
  let loudest = 0;
  const ignore = (): void => undefined;
  other.startCallWithAudioCallbacks(
    lobbyId,
    (_userId, samples) => (loudest = Math.max(loudest, ...samples)),
    ignore,
  );
  client.startCallWithAudioCallbacks(lobbyId, ignore, (samples) =>
    samples.forEach((_, at) => (samples[at] = at % 200 < 100 ? 5000 : -5000)),
  );
  await waitFor("the sound", () => loudest > 2000);
  return loudest;
}
