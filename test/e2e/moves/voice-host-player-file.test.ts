// A player of a call in a voice process plays files, which the voice process reads; then that one is killed.
import { afterEach, expect, test } from "vitest";
import { HostedAudioPlayer } from "sdkpp/voice";
import { waitFor } from "../../support/wait-for.js";
import { wavOf } from "../../support/wav-file.mjs";
import { PACKETS, SupervisedChannel } from "./support-supervised-channel.js";

const SOUGHT_MS = 10_000;
const SAMPLES_PER_S = 48_000;
const MS_PER_PACKET = 20;

function toneOf(seconds: number): Int16Array {
  return Int16Array.from(
    { length: seconds * SAMPLES_PER_S },
    (_, at) => 8000 * Math.sin((2 * Math.PI * at) / 100),
  );
}

let channel: SupervisedChannel;

afterEach(() => channel.close());

test("a file goes on from the place that was sought, under what loops", async () => {
  channel = await SupervisedChannel.open();
  const { heard, supervisor } = channel;
  const spare = channel.becomes("spareReady");
  const player = new HostedAudioPlayer({ voiceHost: supervisor, crossFadeMs: 100 });
  const warnings: string[] = [];
  player.on("warning", (message) => warnings.push(message));
  const voice = channel.join();
  voice.subscribe(player);
  const song = player.play(wavOf(toneOf(40)));
  const next = player.queue({ type: "wav", file: wavOf(toneOf(1)) }, { loop: true });
  const jingle = player.mix(wavOf(toneOf(40)), { gain: 0.1, duck: { by: -6 } });
  const rain = player.mix({ type: "wav", file: wavOf(toneOf(1)) }, { loop: true, gain: 0.1 });
  await waitFor("the song", () => player.status === "playing");
  player.seek(SOUGHT_MS);
  await waitFor("the place that was sought", () => player.positionMs > SOUGHT_MS);
  await spare;
  const [before, count, killed] = [player.positionMs, heard.count, performance.now()];
  expect(before).toBeGreaterThanOrEqual(SOUGHT_MS);
  await channel.kill();
  expect(await jingle.ended).toBe("stopped");
  await waitFor("the bot to be heard", () => heard.count > count + PACKETS);
  await waitFor("the song", () => player.status === "playing" && player.positionMs > before);
  expect(player.positionMs).toBeLessThan(before + performance.now() - killed + PACKETS * MS_PER_PACKET);
  expect([player.current, player.queued]).toEqual([song, [next]]);
  player.skip();
  expect([await song.ended, player.current]).toEqual(["stopped", next]);
  await waitFor("the next song", () => player.status === "playing" && player.positionMs > 0);
  rain.stop();
  player.stop();
  expect([await rain.ended, await next.ended, player.status]).toEqual(["stopped", "stopped", "idle"]);
  expect([warnings, heard.sessions]).toEqual([[], 1]);
  player.close();
});
