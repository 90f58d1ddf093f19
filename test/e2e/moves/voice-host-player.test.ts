// A player of calls in a voice process, which is killed while it plays.
import { afterEach, expect, test } from "vitest";
import { HostedAudioPlayer, type HostedAudioPlayerOptions, type HostedPlayback } from "sdkpp/voice";
import { waitFor } from "../../support/wait-for.js";
import { numbered, PACKETS, SupervisedChannel } from "./support-supervised-channel.js";

/** The second source has numbers from here on. */
const SECOND = 1_000_000;
/** So many packets may be heard again, or be missing. */
const NEARLY = 10;
const MS_PER_PACKET = 20;

let channel: SupervisedChannel;
let player: HostedAudioPlayer;

afterEach(async () => {
  player.close();
  await channel.close();
});

async function open(options: HostedAudioPlayerOptions = {}): Promise<void> {
  channel = await SupervisedChannel.open();
  player = new HostedAudioPlayer({ voiceHost: channel.supervisor, ...options });
}

/** Packets until it is told to end. */
class Song {
  isOver = false;

  *packets(): Generator<Uint8Array> {
    for (const packet of numbered()) {
      if (this.isOver) return;
      yield packet;
    }
  }
}

test("a queue goes on in the next voice process, the current source where it would be by now", async () => {
  await open();
  const { heard } = channel;
  const spare = channel.becomes("spareReady");
  const started: HostedPlayback[] = [];
  player.on("started", (playback) => started.push(playback));
  const song = new Song();
  const first = player.queue({ type: "opus", packets: song.packets() });
  const second = player.queue({ type: "opus", packets: numbered(SECOND) });
  expect(player.status).toBe("unheard");
  const voice = channel.join();
  voice.subscribe(player);
  await channel.hears();
  await spare;
  const before = heard.newest;
  expect(player.positionMs).toBeGreaterThan(0);
  const killed = performance.now();
  await channel.kill();
  await waitFor("the bot to be heard", () => heard.newest > before);
  await channel.hears();
  const passed = (performance.now() - killed) / MS_PER_PACKET;
  expect(heard.newest).toBeLessThan(before + passed + NEARLY);
  expect(heard.outOfOrder).toBeLessThanOrEqual(NEARLY);
  expect([player.current, player.queued, started]).toEqual([first, [second], [first]]);
  song.isOver = true;
  await waitFor("the second source to be heard", () => heard.newest >= SECOND + PACKETS);
  expect([await first.ended, player.current, player.status]).toEqual(["finished", second, "playing"]);
  expect(started).toEqual([first, second]);
  expect(heard.sessions).toBe(1);
  expect(channel.moves).toHaveLength(1);
});

test("what is paused stays paused, at its place", async () => {
  await open();
  const { heard } = channel;
  const spare = channel.becomes("spareReady");
  const voice = channel.join();
  voice.subscribe(player);
  player.play({ type: "opus", packets: numbered() });
  await channel.hears();
  await spare;
  player.pause();
  expect(player.status).toBe("paused");
  await channel.kill();
  await waitFor("the voice session to be resumed", () => voice.status === "connected");
  expect(player.status).toBe("paused");
  const place = player.positionMs / MS_PER_PACKET;
  const { newest } = heard;
  expect(Math.abs(place - newest)).toBeLessThan(2 * PACKETS);
  player.resume();
  await waitFor("the bot to be heard", () => heard.newest >= newest + 3 * PACKETS);
  const first = newest + heard.longestSilence(0).numbers;
  expect(Math.abs(first - place)).toBeLessThan(NEARLY);
  expect(player.status).toBe("playing");
});

test("one player is heard in a call that is joined anew, too", async () => {
  await open();
  const spare = channel.becomes("started");
  player.play({ type: "opus", packets: numbered() });
  await spare;
  const voice = channel.join();
  const subscription = voice.subscribe(player);
  process.kill(channel.supervisor.pid!, "SIGKILL");
  await voice.ready();
  await channel.hears();
  subscription.dispose();
  await waitFor("nobody to hear the player", () => player.status === "unheard");
  voice.subscribe(player);
  await channel.hears();
});
