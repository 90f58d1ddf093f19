// What bots see of a player, step by step.
import { SdkError } from "sdkpp/voice";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  AudioPlayerError,
  AudioPlayerStatus,
  NoSubscriberBehavior,
  type AudioPlayerPlayingState,
  type PlayerSubscription,
} from "../../../packages/discordjs-voice/index.js";
import { endless, PlayerScene, resourceOf, stopTimers, turn } from "./player-scene.js";

const scenes: PlayerScene[] = [];
const made = (...args: ConstructorParameters<typeof PlayerScene>): PlayerScene => {
  const scene = new PlayerScene(...args);
  scenes.push(scene);
  return scene;
};
const heard = (...args: ConstructorParameters<typeof PlayerScene>): PlayerScene => {
  const scene = made(...args);
  scene.subscribe();
  return scene;
};
const behaviors = (noSubscriber: NoSubscriberBehavior) => ({ behaviors: { noSubscriber } });

beforeEach(stopTimers);
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.end();
  vi.useRealTimers();
});

describe("play", () => {
  it("buffers until there is sound, and plays", async () => {
    const scene = heard();
    const resource = resourceOf();
    scene.player.play(resource);
    expect(scene.told).toEqual(["idle buffering"]);
    await turn();
    expect([scene.status, resource.started, resource.audioPlayer]).toEqual([
      "buffering",
      false,
      scene.player,
    ]);
    scene.engine.emit("started");
    expect(scene.told).toEqual(["idle buffering", "buffering playing"]);
    expect(resource.started).toBe(true);
  });

  it("plays at once what has sound already", async () => {
    const scene = heard();
    const input = endless();
    const resource = resourceOf(input);
    input.push(Buffer.from([1]));
    await turn();
    scene.player.play(resource);
    expect(scene.told).toEqual(["idle playing"]);
  });

  it("emits playing again for a second resource", async () => {
    const scene = heard();
    const first = scene.playing();
    const input = endless();
    const second = resourceOf(input);
    input.push(Buffer.from([1]));
    await turn();
    const seen: unknown[] = [];
    scene.player.on(AudioPlayerStatus.Playing, (before, now) => seen.push([before.status, now.resource]));
    scene.player.play(second);
    expect([scene.told, seen]).toEqual([["playing playing"], [["playing", second]]]);
    expect([first.audioPlayer, first.ended, first.playStream.destroyed]).toEqual([undefined, true, true]);
    expect(scene.engine.playbacks.map(({ isOver }) => isOver)).toEqual([true, false]);
  });

  it("ignores the resource that it has", () => {
    const scene = heard();
    const resource = scene.playing();
    scene.player.play(resource);
    expect([scene.told, scene.engine.playbacks.length]).toEqual([[], 1]);
  });

  it("rejects a resource that has ended, and one of another player", () => {
    const one = heard();
    const two = made();
    const resource = one.playing();
    expect(() => two.player.play(resource)).toThrow("another audio player has this resource");
    one.player.stop(true);
    expect(() => two.player.play(resource)).toThrow("this resource has ended");
    expect(two.players.all).toHaveLength(0);
  });

  it("unpauses", () => {
    const scene = heard();
    scene.playing();
    scene.player.pause();
    scene.player.play(resourceOf());
    scene.engine.emit("started");
    expect(scene.told).toEqual(["playing paused", "paused buffering", "buffering playing"]);
    expect(scene.engine.commands).toEqual(["gain 1", "pause", "gain 1", "resume"]);
  });
});

describe("pause", () => {
  it("keeps its place until unpause", () => {
    const scene = heard();
    scene.playing();
    expect([scene.player.pause(), scene.player.pause()]).toEqual([true, false]);
    expect(scene.player.state).toMatchObject({ status: "paused", silencePacketsRemaining: 5 });
    expect([scene.player.unpause(), scene.player.unpause()]).toEqual([true, false]);
    expect(scene.told).toEqual(["playing paused", "paused playing"]);
    expect(scene.engine.commands).toEqual(["gain 1", "pause", "resume"]);
  });

  it("asks for no silence", () => {
    const scene = heard();
    scene.playing();
    scene.player.pause(false);
    expect(scene.player.state).toMatchObject({ silencePacketsRemaining: 0 });
  });

  it("does nothing without sound", () => {
    const { player } = heard();
    expect([player.pause(), player.unpause(), player.stop(), player.checkPlayable()]).toEqual(
      Array<boolean>(4).fill(false),
    );
  });
});

describe("the end", () => {
  it("of a resource comes five frames of silence after its last sound", async () => {
    const scene = heard();
    const resource = scene.playing();
    scene.engine.newest.end("finished");
    await turn();
    expect([scene.status, resource.silenceRemaining, resource.readable]).toEqual(["playing", 5, true]);
    await vi.advanceTimersByTimeAsync(99);
    expect(scene.status).toBe("playing");
    await vi.advanceTimersByTimeAsync(1);
    expect(scene.told).toEqual(["playing idle"]);
    expect([resource.ended, resource.readable, resource.audioPlayer]).toEqual([true, false, undefined]);
  });

  it("of a resource without silence comes at once", async () => {
    const scene = heard();
    scene.playing(resourceOf(endless(), { silencePaddingFrames: 0 }));
    scene.engine.newest.end("finished");
    await turn();
    expect(scene.told).toEqual(["playing idle"]);
  });

  it("by stop comes after five frames of silence, without sound before", async () => {
    const scene = heard();
    scene.playing();
    expect(scene.player.stop()).toBe(true);
    expect([scene.engine.newest.isOver, scene.status]).toEqual([true, "playing"]);
    await vi.advanceTimersByTimeAsync(100);
    expect(scene.told).toEqual(["playing idle"]);
  });

  it("by stop with force comes at once", () => {
    const scene = heard();
    scene.playing();
    expect(scene.player.stop(true)).toBe(true);
    expect([scene.told, scene.engine.newest.isOver]).toEqual([["playing idle"], true]);
  });

  it("waits while it is paused", async () => {
    const scene = heard();
    scene.playing();
    scene.player.pause();
    scene.player.stop();
    await vi.advanceTimersByTimeAsync(1000);
    expect(scene.status).toBe("paused");
    scene.player.unpause();
    await vi.advanceTimersByTimeAsync(100);
    expect(scene.status).toBe("idle");
  });

  it("comes without an error when nothing could be played, or the stream was destroyed", async () => {
    const scene = heard();
    scene.playing();
    scene.engine.newest.end("unsupported");
    await turn();
    expect(scene.told).toEqual(["playing idle"]);
    scene.playing();
    scene.engine.newest.fail(Object.assign(new Error("closed"), { code: "ERR_STREAM_PREMATURE_CLOSE" }));
    await vi.advanceTimersByTimeAsync(100);
    expect([scene.told, scene.errors]).toEqual([["playing idle"], []]);
  });

  it("comes when a state is written", () => {
    const scene = heard();
    const resource = scene.playing();
    scene.player.state = { status: AudioPlayerStatus.Idle };
    expect([scene.told, resource.audioPlayer, scene.engine.newest.isOver]).toEqual([
      ["playing idle"],
      undefined,
      true,
    ]);
  });
});

describe("an error", () => {
  it("of the resource comes with it, and idle follows", async () => {
    const scene = heard();
    const resource = scene.playing();
    const cause = new TypeError("no bytes");
    scene.engine.newest.fail(cause);
    await turn();
    const [error] = scene.errors as [AudioPlayerError];
    expect(error).toBeInstanceOf(AudioPlayerError);
    expect([error.message, error.name, error.stack, error.resource]).toEqual([
      "no bytes",
      "TypeError",
      cause.stack,
      resource,
    ]);
    expect(scene.told).toEqual(["playing idle"]);
  });

  it("of a source that cannot begin comes later, too", async () => {
    const scene = heard();
    scene.playing();
    scene.engine.refusal = new Error("not a file");
    scene.player.play(resourceOf());
    expect([scene.status, scene.errors]).toEqual(["buffering", []]);
    await turn();
    expect([scene.status, scene.errors.map(({ message }) => message)]).toEqual(["idle", ["not a file"]]);
  });

  it("of a source that cannot be played is no event when nobody listens to errors", async () => {
    const scene = heard();
    scene.player.removeAllListeners("error");
    for (const error of [new SdkError("SOURCE_UNSUPPORTED", "no sound"), new Error("of a stream")]) {
      scene.playing();
      const emit = vi.spyOn(scene.player, "emit").mockImplementation(() => true);
      scene.engine.newest.fail(error);
      await turn();
      const names = emit.mock.calls.map(([name]) => name);
      expect(names.includes("error")).toBe(!(error instanceof SdkError));
      emit.mockRestore();
      expect(scene.status).toBe("idle");
    }
  });

  it("of a resource that was replaced is nobody's", async () => {
    const scene = heard();
    scene.playing();
    const first = scene.engine.newest;
    scene.playing();
    first.fail(new Error("late"));
    await turn();
    expect([scene.errors, scene.told]).toEqual([[], []]);
  });
});

describe("without a connection that is ready", () => {
  it("pauses by itself, and goes on when one is", async () => {
    const scene = made();
    scene.player.play(resourceOf());
    await turn();
    expect(scene.told).toEqual(["idle buffering", "buffering playing", "playing autopaused"]);
    expect([scene.player.pause(), scene.player.unpause()]).toEqual([false, false]);
    scene.subscribe();
    await turn();
    expect(scene.told.slice(3)).toEqual(["autopaused playing"]);
    expect(scene.players.all[0]!.options).toEqual({ whenUnheard: "pause" });
  });

  it("pauses by itself when the last one is lost", async () => {
    const scene = made();
    const [one, two] = [scene.subscribe(), scene.subscribe("2")];
    scene.playing();
    expect(scene.player.playable).toEqual([one.connection, two.connection]);
    one.engine.newest.close(4006);
    await turn();
    expect(scene.told).toEqual([]);
    two.engine.newest.close(4015, true);
    await turn();
    two.engine.newest.turn("connected");
    await turn();
    expect(scene.told).toEqual(["playing autopaused", "autopaused playing"]);
  });

  it("goes on, when it is to", async () => {
    const scene = made(behaviors(NoSubscriberBehavior.Play));
    scene.player.play(resourceOf());
    await turn();
    expect([scene.status, scene.engine.options]).toEqual(["buffering", { whenUnheard: "play" }]);
    scene.engine.emit("started");
    await turn();
    expect(scene.status).toBe("playing");
  });

  it("stops, when it is to", async () => {
    const scene = made(behaviors(NoSubscriberBehavior.Stop));
    scene.player.play(resourceOf());
    await turn();
    expect(scene.told).toEqual(["idle buffering", "buffering playing", "playing idle"]);
  });
});

describe("a resource that is too slow", () => {
  const options = { behaviors: { maxMissedFrames: 10 } };

  it("ends after the frames that it may miss, and silence", async () => {
    const scene = heard(options);
    scene.playing();
    scene.engine.emit("starved");
    await vi.advanceTimersByTimeAsync(100);
    expect((scene.player.state as AudioPlayerPlayingState).missedFrames).toBe(5);
    await vi.advanceTimersByTimeAsync(100);
    expect([scene.engine.newest.isOver, scene.status]).toEqual([true, "playing"]);
    await vi.advanceTimersByTimeAsync(100);
    expect(scene.status).toBe("idle");
  });

  it("goes on when it has sound in time", async () => {
    const scene = heard(options);
    scene.playing();
    scene.engine.emit("starved");
    await vi.advanceTimersByTimeAsync(100);
    scene.engine.emit("refilled");
    await vi.advanceTimersByTimeAsync(1000);
    expect([scene.status, (scene.player.state as AudioPlayerPlayingState).missedFrames]).toEqual([
      "playing",
      0,
    ]);
  });
});

describe("the playback duration", () => {
  it("is the engine's position, and stays when the resource is over", async () => {
    const scene = heard();
    const resource = scene.playing();
    expect(resource.playbackDuration).toBe(0);
    scene.engine.positionMs = 40;
    expect([
      resource.playbackDuration,
      (scene.player.state as AudioPlayerPlayingState).playbackDuration,
    ]).toEqual([40, 40]);
    scene.engine.positionMs = 60;
    scene.engine.newest.end("finished");
    await vi.advanceTimersByTimeAsync(100);
    scene.engine.positionMs = 7;
    expect([scene.status, resource.playbackDuration]).toEqual(["idle", 60]);
  });

  it("of a resource that was replaced does not grow", () => {
    const scene = heard();
    const resource = scene.playing();
    scene.engine.positionMs = 40;
    expect(resource.playbackDuration).toBe(40);
    scene.playing();
    scene.engine.positionMs = 100;
    expect(resource.playbackDuration).toBe(40);
  });
});

describe("the volume of a resource", () => {
  it("is the player's gain while it plays", () => {
    const scene = heard();
    const resource = resourceOf(endless(), { inlineVolume: true });
    resource.volume!.setVolume(0.5);
    scene.playing(resource);
    resource.volume!.setVolumeDecibels(-20);
    resource.volume!.setVolume(9);
    scene.player.stop(true);
    resource.volume!.setVolume(1);
    expect(scene.engine.commands).toEqual(["gain 0.5", "gain 0.1", "gain 4"]);
  });
});

describe("subscriptions", () => {
  it("are one per connection, and tell", async () => {
    const scene = made();
    const seen: [string, PlayerSubscription][] = [];
    scene.player.on("subscribe", (subscription) => seen.push(["subscribe", subscription]));
    scene.player.on("unsubscribe", (subscription) => seen.push(["unsubscribe", subscription]));
    const { connection } = scene.subscribe();
    const subscription = connection.subscribe(scene.player)!;
    expect(seen).toEqual([]);
    await turn();
    expect(connection.state).toMatchObject({ subscription });
    subscription.unsubscribe();
    subscription.unsubscribe();
    expect(seen).toEqual([
      ["subscribe", subscription],
      ["unsubscribe", subscription],
    ]);
    expect([connection.state.status, Reflect.get(connection.state, "subscription")]).toEqual([
      "ready",
      undefined,
    ]);
  });

  it("send what the player plays, over one voice session after the other", () => {
    const scene = made();
    const one = scene.subscribe();
    const first = one.engine.newest;
    expect(first.inputs).toHaveLength(0);
    scene.playing();
    expect(first.inputs).toMatchObject([{ what: scene.engine, isOver: false }]);
    one.server("h:2");
    expect(one.engine.newest).not.toBe(first);
    expect([first.inputs[0]!.isOver, one.engine.newest.inputs]).toMatchObject([
      true,
      [{ what: scene.engine, isOver: false }],
    ]);
    one.connection.destroy();
    expect([one.engine.newest.inputs[0]!.isOver, scene.player.playable]).toEqual([true, []]);
  });

  it("end when another player takes the connection", async () => {
    const [one, two] = [made(), made()];
    const { connection } = one.subscribe();
    one.playing();
    connection.subscribe(two.player);
    await turn();
    expect([one.player.playable, two.player.playable, one.status]).toEqual([[], [connection], "autopaused"]);
  });

  it("are not made with a connection that is destroyed", () => {
    const { connection } = made().subscribe();
    connection.destroy();
    expect(connection.subscribe(made().player)).toBeUndefined();
  });
});

describe("the engine's player", () => {
  it("is closed a while after the last resource, and another one opened for the next", async () => {
    const scene = heard();
    scene.playing();
    scene.player.stop(true);
    await vi.advanceTimersByTimeAsync(999);
    expect(scene.engine.isClosed).toBe(false);
    scene.playing();
    scene.player.stop(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect([scene.players.all.length, scene.engine.isClosed]).toEqual([1, true]);
    scene.playing();
    expect(scene.players.all).toHaveLength(2);
    expect(scene.scenes[0]!.engine.newest.inputs.at(-1)).toMatchObject({ what: scene.engine, isOver: false });
  });
});

it("says whether there is something to be played", async () => {
  const scene = heard();
  const resource = resourceOf();
  scene.player.play(resource);
  expect(scene.player.checkPlayable()).toBe(false);
  scene.engine.emit("started");
  expect(scene.player.checkPlayable()).toBe(true);
  resource.silenceRemaining = 0;
  expect([scene.player.checkPlayable(), scene.status]).toEqual([false, "idle"]);
});
