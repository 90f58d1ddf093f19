import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ArgumentError, type Call, type ClientHostOptions } from "sdkpp";
import { samplesOf } from "../../support/wav.js";
import { Meeting } from "./meeting.js";

let meeting: Meeting;
let call: Call;
let folder: string;

describe.each<[string, ClientHostOptions]>([
  ["this process", {}],
  ["a voice process", { voiceHost: true }],
])("a recording of a call in %s", (_where, host) => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "sdkpp-recordings-"));
    meeting = await Meeting.open({}, host);
    meeting.hum();
    call = meeting.listen();
    await meeting.connected();
  });
  afterAll(async () => {
    await meeting.close();
    rmSync(folder, { recursive: true });
  });

  it("is complete when its promise resolves, with any characters in its name", async () => {
    const file = join(folder, "gespräch — 会話.wav");
    const { ended } = call.recordWav(file);
    await Meeting.plays(call, 400);
    call.stopRecording();
    await ended;
    expect(samplesOf(readFileSync(file)).length).toBeGreaterThanOrEqual(2 * 48 * 300);
  });

  it("is ended by another recording, and both are complete", async () => {
    const [one, two] = ["one.wav", "two.wav"].map((name) => join(folder, name)) as [string, string];
    const first = call.recordWav(one);
    await Meeting.plays(call, 100);
    const second = call.recordWav(two);
    await first.ended;
    call.stopRecording();
    await second.ended;
    expect(samplesOf(readFileSync(one)).length).toBeGreaterThan(0);
  });

  it("names the file and the reason when it cannot start", () => {
    const file = join(folder, "nowhere/at/all.wav");
    expect(() => call.recordWav(file)).toThrow(
      expect.objectContaining({
        code: "OUTPUT_FAILED",
        message: `Cannot write the file ${file}: No such file or directory`,
      }) as Error,
    );
    expect(() => call.recordWav(5 as never)).toThrow(ArgumentError);
  });

  it.runIf(process.platform === "linux")(
    "reports a full disk once, by its promise and in the log",
    async () => {
      const lines: string[] = [];
      meeting.ben.client.addVoiceLogCallback((line) => lines.push(line), 3);
      const { ended } = call.recordWav("/dev/full");
      await expect(ended).rejects.toMatchObject({
        code: "OUTPUT_FAILED",
        message: "could not write the recording /dev/full: No space left on device",
      });
      call.stopRecording();
      await Meeting.plays(call, 100);
      expect(lines.filter((line) => line.includes("No space left on device"))).toHaveLength(1);
    },
  );
});
