// The states of players, told step by step: the same story for @discordjs/voice and for what stands in its place.
import { once } from "node:events";
import { Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { obey, tell, voicePackage } from "./peer.mjs";
import { join } from "./voice.mjs";

const voice = voicePackage();
const { AudioPlayerStatus, NoSubscriberBehavior, StreamType } = voice;
const { client, connection } = await join({ daveEncryption: false }, 10_000);
const PATIENCE_MS = 5000;
/** Any frame but the one of silence. */
const FRAME = Buffer.from([0xfc, 0xff, 0xfe]);

function* frames(count) {
  for (let at = 0; at < count; at += 1) yield FRAME;
}
const streamOf = (count = Infinity) => Readable.from(frames(count), { highWaterMark: 5 });
const resourceOf = (input, more = {}) =>
  voice.createAudioResource(input, { inputType: StreamType.Opus, ...more });
/** A resource whose stream has something already. */
async function started(input = streamOf()) {
  const resource = resourceOf(input);
  await once(input, "readable");
  await turn();
  return resource;
}

function playerOf(noSubscriber = NoSubscriberBehavior.Pause) {
  const player = voice.createAudioPlayer({ behaviors: { noSubscriber } });
  const told = [];
  player.on("stateChange", (before, now) => told.push(`${before.status} ${now.status}`));
  player.on("error", (error) => told.push(`error ${error.message}`));
  for (const status of Object.values(AudioPlayerStatus)) player.on(status, () => told.push(status));
  const until = (status) => voice.entersState(player, status, PATIENCE_MS);
  return { player, told, until };
}

const steps = {
  async "waits for a connection, pauses and stops"() {
    const { player, told, until } = playerOf();
    player.play(resourceOf(streamOf()));
    await until("autopaused");
    told.push(player.pause(), player.unpause());
    const subscription = connection.subscribe(player);
    await until("playing");
    told.push(player.pause(), player.pause(), player.unpause(), player.unpause(), player.stop());
    await until("idle");
    told.push(player.stop(), player.stop(true), player.checkPlayable());
    subscription.unsubscribe();
    return told;
  },
  async "ends by itself, and its resource cannot be used again"() {
    const { player, told, until } = playerOf();
    connection.subscribe(player);
    const resource = resourceOf(streamOf(25));
    player.play(resource);
    await until("playing");
    await until("idle");
    told.push(resource.ended, resource.readable, resource.started, resource.silenceRemaining);
    told.push(resource.audioPlayer === undefined, resource.playStream.destroyed);
    try {
      player.play(resource);
    } catch {
      told.push("refused");
    }
    return told;
  },
  async "replaces a resource"() {
    const { player, told, until } = playerOf();
    connection.subscribe(player);
    const first = resourceOf(streamOf());
    player.play(first);
    await until("playing");
    player.play(await started());
    told.push(player.state.status, first.audioPlayer === undefined, first.playStream.destroyed);
    player.play(resourceOf(streamOf()));
    await until("playing");
    player.stop(true);
    return told;
  },
  async "stops while it is paused"() {
    const { player, told, until } = playerOf();
    connection.subscribe(player);
    player.play(resourceOf(streamOf()));
    await until("playing");
    told.push(player.pause(), player.stop());
    await turn();
    told.push(player.state.status, player.unpause());
    await until("idle");
    return told;
  },
  async "hears of a stream that fails"() {
    const { player, told, until } = playerOf();
    connection.subscribe(player);
    const input = streamOf();
    player.play(resourceOf(input));
    await until("playing");
    input.destroy(new Error("broken"));
    while (player.state.status !== "idle") await turn();
    return told;
  },
  async "hears of a stream that is destroyed"() {
    const { player, told, until } = playerOf();
    connection.subscribe(player);
    const input = streamOf();
    player.play(resourceOf(input));
    await until("playing");
    input.destroy();
    await until("idle");
    return told;
  },
  async "stops without a connection"() {
    const { player, told, until } = playerOf(NoSubscriberBehavior.Stop);
    player.play(resourceOf(streamOf()));
    await until("playing");
    await until("idle");
    return told;
  },
  async "plays on without a connection"() {
    const { player, told, until } = playerOf(NoSubscriberBehavior.Play);
    const resource = resourceOf(streamOf(25));
    player.play(resource);
    await until("playing");
    await until("idle");
    told.push(resource.playbackDuration);
    return told;
  },
  async "ends at once without frames of silence"() {
    const { player, told, until } = playerOf();
    connection.subscribe(player);
    player.play(resourceOf(streamOf(10), { silencePaddingFrames: 0 }));
    await until("playing");
    await until("idle");
    player.play(resourceOf(streamOf(), { silencePaddingFrames: 0 }));
    await until("playing");
    told.push(player.stop());
    return told;
  },
};

obey({
  play: async () => {
    const story = {};
    for (const [name, step] of Object.entries(steps)) {
      try {
        story[name] = await step();
      } catch (error) {
        story[name] = [String(error)];
      }
    }
    tell("story", { story });
  },
  leave: () => {
    connection.destroy();
    void client.destroy().then(() => tell("left"));
  },
});
tell("ready", { userId: client.user.id });
